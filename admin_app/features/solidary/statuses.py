"""What records, asks of drivers and memberships are at: codes, icons, labels (solidary.yaml, x-status-machine).

Pure. Nothing here says what may follow what: the server changes a status, and it is shown as it is (SOLIDARY-11).
"""

CREATED, TAKEN, LOOKING, FOLLOW_UP, CLOSED, EDITED = RECORD = ("0", "1", "2", "3", "4", "6")
"""What a record is at (SOLIDARY-1); all are blue."""
RECORD_LABELS = "solidary.status"
RECORD_ICONS = {
    CREATED: "file-plus",
    TAKEN: "clipboard-check",
    LOOKING: "search",
    FOLLOW_UP: "car",
    CLOSED: "circle-check",
    EDITED: "replace",
}
RECORD_TONES = dict.fromkeys(RECORD, "info")
ASKED, REFUSED, PENDING, ASK_LOOKING, ASK_FOLLOW_UP, ASK_CLOSED, ACCEPTED = ASK = ("0", "1", "2", "3", "4", "5", "6")
"""How a driver stands to an ask (SOLIDARY-14)."""
ASK_LABELS = "solidary.ask"
ASK_ICONS = {
    ASKED: "circle-help",
    REFUSED: "ban",
    PENDING: "hourglass",
    ASK_LOOKING: "search",
    ASK_FOLLOW_UP: "arrow-right",
    ASK_CLOSED: "x",
    ACCEPTED: "check",
}
ASK_TONES = {
    ASKED: "quiet",
    REFUSED: "bad",
    PENDING: "warn",
    ASK_LOOKING: "warn",
    ASK_FOLLOW_UP: "warn",
    ASK_CLOSED: "quiet",
    ACCEPTED: "good",
}
WAITING, MEMBER, TURNED_DOWN = MEMBERSHIP = ("0", "1", "2")
"""How a candidate stands to a structure, be it as requester or volunteer."""
MEMBERSHIP_LABELS = "solidary.membership"
CANDIDATURE_LABELS = "solidary.candidature"
"""The same beside a name, where the word alone would be about the person."""
MEMBERSHIP_TONES = {WAITING: "warn", MEMBER: "good", TURNED_DOWN: "bad"}
