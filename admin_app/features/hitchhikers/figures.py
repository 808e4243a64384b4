"""Figures of hitchhikers: proofs of identity over time, what is left to do by territory (HIKER-11)."""

from collections.abc import Mapping

import pandas as pd

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

PENDING, ACCEPTED, REFUSED, REPLACED = 1, 2, 3, 4
"""Status of a proof, and of a user's identity (IdentityStatus)."""
BECAME = {"accepted": ACCEPTED, "refused": REFUSED, "replaced": REPLACED, "pending": PENDING}
NONE, OTHERS = "none", "others"
"""Categories that are no name of a territory; their labels are translations."""
PEOPLE = ("region", "identity", "driver", "passenger", "kit", "letter", "posted", "proofs")
PROOFS = ("status", "createdDate")


def take(user: Json, params: Mapping[str, str]) -> Json:
    """What the figures need of a user: nothing that names a person is kept."""
    home = user.get("homeAddress") or {}
    return {
        # In France the API's region is the département (session.yaml, Address).
        "region": home.get("region") or NONE,
        "identity": user.get("identityStatus") or 0,
        "driver": bool(user.get("hitchHikeDriver")),
        "passenger": bool(user.get("hitchHikePassenger")),
        "kit": bool(user.get("rezoKit")),
        "letter": bool(user.get("cardLetter")),
        "posted": bool(user.get("cardLetterPosted")),
        "proofs": [{name: proof.get(name) for name in PROOFS} for proof in user.get("identityProofs") or []],
    }


def figures(people: list[Json], window: Window) -> Figures:
    """Everything the dashboard shows of hitchhikers."""
    frame = pd.DataFrame(people, columns=list(PEOPLE))
    # A letter is due until it is posted; both flags may be null, which is no.
    frame["to_post"] = frame["letter"].astype(bool) & ~frame["posted"].astype(bool)
    proofs = pd.DataFrame([proof for each in frame["proofs"] for proof in each], columns=list(PROOFS))
    charts = {"proofs": by_period(window, **_proofs(proofs, window)), "territories": lines(_territories(frame))}
    waiting = int((frame["identity"] == PENDING).sum())
    counts = {
        "people": len(frame),
        "passengers": int(frame["passenger"].sum()),
        "drivers": int(frame["driver"].sum()),
        "pending": waiting,
        "oldest": _oldest(proofs, window) if waiting else None,
        "accepted": int((frame["identity"] == ACCEPTED).sum()),
        "kits": int(frame["kit"].sum()),
        "to_post": int(frame["to_post"].sum()),
        "posted": int(frame["posted"].sum()),
        "territories": int(frame.loc[(frame["identity"] == PENDING) & (frame["region"] != NONE), "region"].nunique()),
    }
    return Figures(numbers(**counts, **_sums(proofs, window)), charts)


def _proofs(proofs: pd.DataFrame, window: Window) -> dict[str, pd.Series]:
    """Requests by the period they came in, and what has become of them: together they are all that came."""
    return {name: counted(_came(proofs, status), window) for name, status in BECAME.items()}


def _sums(proofs: pd.DataFrame, window: Window) -> dict[str, int]:
    """The same requests in all, and how many of them were accepted and refused."""
    decided = {name: _came(proofs, BECAME[name]) for name in ("accepted", "refused")}
    came = {"sent": dates(proofs["createdDate"]), **decided}
    return {f"{name}_in_all": int(within(each, window).sum()) for name, each in came.items()}


def _came(proofs: pd.DataFrame, status: int) -> pd.Series:
    """When those requests came in that are of a status now."""
    return dates(proofs.loc[proofs["status"] == status, "createdDate"])


def _oldest(proofs: pd.DataFrame, window: Window) -> float | None:
    """Days since the oldest request that still waits."""
    waiting = _came(proofs, PENDING).dropna()
    return None if waiting.empty else (pd.Timestamp(window.today) - waiting.min()).days


def _territories(frame: pd.DataFrame) -> pd.DataFrame:
    """What is pending, accepted and to post by département where something is pending, where most is first."""
    each = pd.DataFrame(
        {
            "pending": (frame["identity"] == PENDING).astype(int),
            "accepted": (frame["identity"] == ACCEPTED).astype(int),
            "to_post": frame["to_post"].astype(int),
        }
    )
    sums = each.groupby(frame["region"]).sum()
    return ranked(sums.query("pending > 0"), OTHERS, by="pending")
