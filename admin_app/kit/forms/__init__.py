"""Forms: one for creation and edition, their inputs, lines and files. What others may use is named here.

A save is told in save_flow.py, what is wrong in validation.py, two people at one record in conflict.py, a creation
without an answer in create_retry.py, lines in formset.py, files in upload.py.
"""

from admin_app.kit.forms.conflict import Reading
from admin_app.kit.forms.cropper import cropper as picture_cropper
from admin_app.kit.forms.duplicates import DuplicateCheck
from admin_app.kit.forms.duplicates_page import probe, probed_names
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.formset import blank
from admin_app.kit.forms.formset_editor import Content
from admin_app.kit.forms.formset_page import rows
from admin_app.kit.forms.host import pairs_of
from admin_app.kit.forms.inputs import field_of, framed, required_mark
from admin_app.kit.forms.page import Around, draft_offer, edit_name, follower, form_element, form_page, mirrors, summary
from admin_app.kit.forms.question_page import question
from admin_app.kit.forms.save_flow import Step
from admin_app.kit.forms.state import CREATE, FormMixin, State
from admin_app.kit.forms.submission import (
    CONFIRMED,
    FURTHER,
    Line,
    Lines,
    Submission,
    id_names,
    name_of,
    plain_values,
    stored_lines,
    values_of,
)
from admin_app.kit.forms.submission import read as read_form
from admin_app.kit.forms.texts import attachment
from admin_app.kit.forms.upload import LONGEST_NAME, WrongFile, reason
from admin_app.kit.forms.validation import before_colon
from admin_app.patches.names import FormData
