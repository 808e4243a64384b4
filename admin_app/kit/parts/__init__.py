"""What several screens are made of: widgets, cells, maps."""

from admin_app.kit.parts.cells import avatar, call, cell, drawn_journey, face, html, picture, status_badge
from admin_app.kit.parts.combobox import combobox, filter_combobox
from admin_app.kit.parts.dates import day_input
from admin_app.kit.parts.error_panel import failed_card, is_closed, name_of, unless_closed
from admin_app.kit.parts.file_chooser import file_answers, file_button, file_progress
from admin_app.kit.parts.mail_frame import LOOKS, MailLook, look_switches, mail_frame, waiting_picture
from admin_app.kit.parts.map import marks_map, place_map
from admin_app.kit.parts.menu import menu
from admin_app.kit.parts.pending import Pending
from admin_app.kit.parts.permission_gate import all_of, granted, offered
from admin_app.kit.parts.sketch import sketch_map, sketch_of
from admin_app.kit.parts.tabs import Tab
from admin_app.kit.parts.widgets import (
    FOCUSED,
    Row,
    Text,
    anchor,
    answers,
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
    held_input,
    icon,
    icon_button,
    icon_link,
    leave_dialog,
    link,
    opens,
    radio,
    save_button,
    spinner,
    titled_card,
    waited_for,
)
