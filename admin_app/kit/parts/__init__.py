"""What several screens are made of: widgets, cells, maps."""

from admin_app.kit.parts.cells import cell, html, picture
from admin_app.kit.parts.combobox import combobox, filter_combobox
from admin_app.kit.parts.dates import day_input
from admin_app.kit.parts.error_panel import failed_card, is_closed, name_of, unless_closed
from admin_app.kit.parts.file_chooser import file_answers, file_button, file_progress
from admin_app.kit.parts.mail_frame import MailLook, mail_frame, waiting_picture
from admin_app.kit.parts.map import marks_map
from admin_app.kit.parts.permission_gate import granted, offered
from admin_app.kit.parts.tabs import Tab
from admin_app.kit.parts.widgets import (
    FOCUSED,
    Text,
    anchor,
    badge,
    button,
    button_link,
    closes,
    confirmation,
    copy_button,
    data_state,
    dialog,
    document,
    empty,
    entry,
    error_card,
    icon,
    icon_button,
    icon_link,
    link,
    opens,
    radio,
    spinner,
    titled_card,
    waited_for,
)

__all__ = [
    "FOCUSED",
    "MailLook",
    "Tab",
    "Text",
    "anchor",
    "badge",
    "button",
    "button_link",
    "cell",
    "closes",
    "combobox",
    "confirmation",
    "copy_button",
    "data_state",
    "day_input",
    "dialog",
    "document",
    "empty",
    "entry",
    "error_card",
    "failed_card",
    "file_answers",
    "file_button",
    "file_progress",
    "filter_combobox",
    "granted",
    "html",
    "icon",
    "icon_button",
    "icon_link",
    "is_closed",
    "link",
    "mail_frame",
    "marks_map",
    "name_of",
    "offered",
    "opens",
    "picture",
    "radio",
    "spinner",
    "titled_card",
    "unless_closed",
    "waited_for",
    "waiting_picture",
]
