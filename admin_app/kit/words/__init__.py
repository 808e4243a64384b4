"""What the application says: the catalogues, the formats, the language of a tab."""

from admin_app.kit.words import formats, phones
from admin_app.kit.words.catalogue import message
from admin_app.kit.words.formats import date, date_time, file_size, folded, folded_words, numbered
from admin_app.kit.words.languages import LANGUAGES, LOCALES
from admin_app.kit.words.phones import phone_text
