"""The HTTP client without what no call of ours asks for: cookies, redirects, hooks, the time an answer took.

Requests and answers are httpx's own, and so is what carries them: a request is the same (tests/api/test_direct.py), an
answer is read as before (exchange.py). What is left out was as much work as sending a request with aiohttp.
"""

from collections import OrderedDict
from typing import Any

import httpx

MOST_KEPT = 256
"""Addresses of the API that are remembered; they hold ids at most."""


class Direct(httpx.AsyncClient):
    """A client that hands a request to its transport at once; an answer is always streamed, a redirect is an answer."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._addresses: OrderedDict[str, httpx.URL] = OrderedDict()

    def _merge_url(self, url: httpx.URL | str) -> httpx.URL:
        """The address of a path below the base: lists are asked for again and again."""
        if not isinstance(url, str):
            return super()._merge_url(url)
        if url not in self._addresses:
            self._addresses[url] = super()._merge_url(url)
            if len(self._addresses) > MOST_KEPT:
                self._addresses.popitem(last=False)
        return self._addresses[url]

    def build_request(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, method: str, url: httpx.URL | str, *, params: Any = None, **parts: Any
    ) -> httpx.Request:
        """A request; httpx would take an address with its query apart and look at each character of what it wrote."""
        where = self._merge_url(url)
        if params:
            known, where = where._uri_reference, httpx.URL(where)
            where._uri_reference = known._replace(query=str(httpx.QueryParams(params)))
        return super().build_request(method, where, **parts)

    async def send(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, request: httpx.Request, *, stream: bool = False, auth: httpx.Auth | None = None, **others: Any
    ) -> httpx.Response:
        """Send a request as its `auth` wants it, twice where that says so; to read the answer is the caller's."""
        if not stream or others:
            return await super().send(request, stream=stream, auth=auth, **others)
        if self.is_closed:
            raise RuntimeError("the client is closed")
        flow = (auth or httpx.Auth()).async_auth_flow(request)
        try:
            request = await anext(flow)
            while True:
                response = await self._transport.handle_async_request(request)
                response.request = request
                try:
                    following = await flow.asend(response)
                    await response.aread()
                except StopAsyncIteration:
                    return response
                except BaseException:
                    await response.aclose()
                    raise
                request = following
        finally:
            await flow.aclose()
