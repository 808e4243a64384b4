"""Articles: the static pages of the public site (ARTICLE-1)."""

from admin_app.articles.record import ARTICLES
from admin_app.articles.screens import SCREENS

__all__ = ["ARTICLES", "SCREENS"]
