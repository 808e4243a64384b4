"""What an entity is, as plain frozen data: no Reflex, no HTTP. A feature reads it as `d`: `d.text()`, `d.columns(...)`.

A record says beside each property what it is (kinds.py); a resource names properties in its views (views.py).
"""

from admin_app.kit.declare.fields import (
    DRAFT,
    LABEL,
    ONLINE,
    ChoiceInput,
    Column,
    Input,
    LinesInput,
    Target,
    Variant,
    project,
    text_of,
    wire,
)
from admin_app.kit.declare.filters import Filter, Sought
from admin_app.kit.declare.html import clean_html, plain_words
from admin_app.kit.declare.kinds import (
    Kind,
    address,
    attached,
    choice,
    color,
    column_of,
    date,
    date_time,
    day,
    email,
    file,
    image,
    integer,
    kept,
    lines,
    one_of,
    phone,
    picture,
    picture_choice,
    publication,
    radio,
    read_only,
    reference,
    rich_text,
    select,
    shown,
    switch,
    text,
    text_area,
    web_address,
)
from admin_app.kit.declare.relations import Duplicates, Likeness, Link, Related
from admin_app.kit.declare.resource import Export, Exported, May, Place, Resource, Section, Shortcut, Who, crud
from admin_app.kit.declare.views import YES_NO, badges, but, columns, facts, filters, form, period, section, show
from admin_app.kit.values import readable
