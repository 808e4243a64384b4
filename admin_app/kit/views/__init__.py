"""Views: lists under a name, as they were filtered, ordered and laid out, of one person or of everybody."""

from admin_app.kit.views.page import pinned_card
