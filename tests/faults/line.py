"""A line to a server that can be cut: what is sent stays on its way, as where a cable is out, and no socket is told."""

import socket
import threading

SIZE = 65536


class Line:
    """Passes on what comes to `port` until it is `cut`; mended, it brings what was held, where somebody still waits."""

    def __init__(self, to: int) -> None:
        self._to, self._whole = to, threading.Event()
        self._whole.set()
        self._here = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._here.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Hold all that is sent from now on, either way."""
        self._whole.clear()

    def mend(self) -> None:
        """Let it through."""
        self._whole.set()

    def _accept(self) -> None:
        while True:
            near = self._here.accept()[0]
            far = socket.create_connection(("127.0.0.1", self._to))
            for here, there in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(here, there), daemon=True).start()

    def _pass_on(self, here: socket.socket, there: socket.socket) -> None:
        try:
            while data := here.recv(SIZE):
                self._whole.wait()
                there.sendall(data)
            self._whole.wait()
        except OSError:
            pass
        there.close()
