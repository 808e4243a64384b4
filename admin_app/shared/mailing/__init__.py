"""Mail to the people of a list: whom it would reach, told before anything is written, and the way to its campaign.

`counting` asks the API, `target_choice` lets a list say whom of it, `dialog` is the "e-mail to" of a list. What is
chosen goes on as a `MailTarget`, by hand in the same tab, to the screen that associates and sends.
"""
