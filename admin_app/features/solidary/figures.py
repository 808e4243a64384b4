"""Figures of solidary requests, from what their list tells (ANALYTICS-3; solidary.yaml, SolidaryListItem).

It tells neither when a request was made, nor its structure, nor its drivers: nothing here is counted by those. Why a
request was closed is the newest entry of its diary; where something was written after the closing, it is not known.
"""

from collections.abc import Mapping

import pandas as pd

from admin_app.features.solidary.desk.request_row import ENDED
from admin_app.features.solidary.record import plain
from admin_app.kit.dashboards.periods import (
    Figures,
    Json,
    Window,
    by_period,
    counted,
    dates,
    lines,
    numbers,
    ranked,
    within,
)

FOUND = ("solidary_punctual_carpool", "solidary_regular_carpool", "solidary_external_carpool")
"""The closings that answer a request: somebody drives."""
UNANSWERED = (
    "solidary_other_transport_solutions",
    "solidary_ask_drop",
    "solidary_too_late",
    "solidary_closed_association",
    "solidary_no_solution",
    "solidary_no_available_carpooler",
    "solidary_carpool_no_response",
    "solidary_off_topic",
)
"""The closings that say why it was not."""
NONE, OTHERS, UNKNOWN = "none", "others", "unknown"
"""Categories that are no name; their labels are translations."""
KEPT = ("day", "status", "closing", "outcome", "subject", "commune", "round_trip")
OUTCOMES = ("answered", "unanswered", "unknown", "open")


def take(record: Json, params: Mapping[str, str]) -> Json:
    """What the figures need of a request: nothing that names a person is kept."""
    request = plain(record)
    action = request.get("lastAction") or ""
    closing = action if action in (*FOUND, *UNANSWERED) else UNKNOWN
    return {
        "day": request.get("fromDate"),
        "status": str(request.get("status") or 0),
        "closing": closing,
        "outcome": _outcome(closing) if float(request.get("progression") or 0) >= ENDED else "open",
        "subject": request.get("subject") or NONE,
        "commune": (request.get("origin") or {}).get("addressLocality") or NONE,
        "round_trip": request.get("proposalType") == "roundtrip",
    }


def figures(requests: list[Json], window: Window) -> Figures:
    """Everything the dashboard says, of the requests whose first day of travel is in the window."""
    every = pd.DataFrame(requests, columns=list(KEPT))
    every["travel"] = dates(every["day"])
    inside = every[within(every["travel"], window)]
    ended = inside[inside["outcome"] != "open"]
    charts = {
        "requests": by_period(
            window,
            **{name: counted(inside.loc[inside["outcome"] == name, "travel"], window) for name in OUTCOMES},
        ),
        "status": lines(ranked(_counts(inside, "status"), OTHERS)),
        "subjects": lines(ranked(_counts(inside, "subject"), OTHERS)),
        "communes": lines(ranked(_counts(inside, "commune"), OTHERS)),
        "reasons": lines(ranked(_counts(ended[ended["outcome"] != "answered"], "closing"), OTHERS)),
    }
    return Figures(_numbers(every, inside, ended, window), charts)


def _outcome(closing: str) -> str:
    """What became of a closed request: one of OUTCOMES."""
    if closing == UNKNOWN:
        return UNKNOWN
    return "answered" if closing in FOUND else "unanswered"


def _counts(frame: pd.DataFrame, column: str) -> pd.DataFrame:
    """How many of each category."""
    return frame[column].value_counts().sort_index().to_frame("requests").astype(int)


def _numbers(every: pd.DataFrame, inside: pd.DataFrame, ended: pd.DataFrame, window: Window) -> dict[str, str]:
    answered = int((ended["outcome"] == "answered").sum())
    explained = int((ended["outcome"] != UNKNOWN).sum())
    return numbers(
        requests=len(inside),
        round_trips=int(inside["round_trip"].sum()) if len(inside) else 0,
        open=int((inside["outcome"] == "open").sum()),
        late=int(((inside["outcome"] == "open") & (inside["travel"] < pd.Timestamp(window.today))).sum()),
        share=100 * answered / explained if explained else None,
        answered=answered,
        told=explained,
        ended=len(ended),
        ended_unknown=len(ended) - explained,
        ahead=int((every["travel"] > pd.Timestamp(window.last)).sum()),
        undated=int(every["travel"].isna().sum()),
        communes=int(inside.loc[inside["commune"] != NONE, "commune"].nunique()),
    )
