"""The sending as a machine of four steps: which are behind us, and the one we are at. Pure.

Each step has one truth: it is done or it is not. The first that is not is the one we are at; those after it wait.
"""

STEPS = ("message", "recipients", "test", "send")
SENT = "sent"
"""Where a campaign is when all four are done."""


def done_steps(*, sound: bool, addressed: bool, tested: bool, read: bool, sent: bool) -> list[str]:
    """The steps that are behind a campaign.

    `sound`: nothing in its text stops a test; `addressed`: it is known whom it is for; `tested`: a test has frozen its
    text, whatever is found in it now; `read`: somebody says to have read that test; `sent`: the mass mail has gone.
    """
    facts = {"message": sound or tested, "recipients": addressed, "test": sent or (tested and read), "send": sent}
    return [step for step in STEPS if facts[step]]


def step_at(done: list[str]) -> str:
    """The step that is next."""
    return next((step for step in STEPS if step not in done), SENT)
