"""Who is signed in, what they may do, and the one door to the API."""

from admin_app.api.auth import roles_of
from admin_app.kit.session.account import AccountMixin
from admin_app.kit.session.double_press import PressMixin, unsure, was_just_now
from admin_app.kit.session.failures import (
    REASONS,
    Frozen,
    InPlace,
    NoAccess,
    NotDue,
    NotOwn,
    NotTaken,
    SignedOut,
    SwitchedOff,
    TypedIn,
    failure_of,
    failure_text,
    fault_of,
    in_each,
    or_none,
    reason_of,
)
from admin_app.kit.session.handlers import report, reports_errors, signed_in, signed_in_background, timed
from admin_app.kit.session.notices import Notices, drop_successes, notify
from admin_app.kit.session.permission_vars import may, may_read
from admin_app.kit.session.permissions import (
    NOBODY,
    RIGHTS,
    Standing,
    in_each_language,
    permission_holders,
    permission_name,
    role_ids,
)
from admin_app.kit.session.presence import note_save
from admin_app.kit.session.recent import Recent
from admin_app.kit.session.sign_in import Password, tokens_for, why_not
from admin_app.kit.session.state import Session
from admin_app.kit.session.tab import Here, assign, here
from admin_app.kit.session.throttle import TooManyTries
from admin_app.kit.session.uploads import open_upload
from admin_app.patches.states import LOAD
