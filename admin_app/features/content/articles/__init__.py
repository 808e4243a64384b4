"""Articles: the static pages of the public site (ARTICLE-1)."""

from admin_app.features.content.articles.record import ARTICLES
from admin_app.features.content.articles.screens import SCREENS
