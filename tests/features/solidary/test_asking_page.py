"""What the page of the wizard is made of."""

from admin_app.kit.screen import by_route
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from tests.support.proofs import proves

PAGE = str(by_route(SCREENS)["/solidaryrecords/create"].page())


@proves("FORM-5")
def test_slots_are_named_as_their_errors_name_them():
    assert PAGE.count('className:"line-title"') == 1
    assert '"Slot "' in PAGE.partition('className:"line-title"')[2][:400]


@proves("SOLIDARY-17")
def test_the_field_of_a_file_says_that_it_was_given():
    """One list for all of them did not say for which."""
    field = PAGE.partition('className:"file-input"')[2].partition('"data-file-problem"')[0]
    assert "files_given_rx_state_" in field
    assert '"Already given: "' in field
    assert PAGE.count('"Already given: "') == 1


@proves("SOLIDARY-35")
def test_the_hours_say_what_is_to_be_asked_again():
    hours = PAGE.partition('id:"panel-times"')[2].partition('id:"panel-eligibility"')[0]
    assert '"data-testid":"taken-over"' in hours


@proves("FORM-18")
def test_leaving_creates_no_request():
    """The button of the last step texts drivers: the question before the page is left does not offer it."""
    assert '"data-leave":"leave-asking"' in PAGE
    assert 'id:"leave-asking"' in PAGE or '"id":"leave-asking"' in PAGE
    assert '"data-testid":"action:leave-discard"' in PAGE
    assert '"data-testid":"action:leave-stay"' in PAGE
    assert "action:leave-save" not in PAGE


@proves("SOLIDARY-40")
def test_what_is_asked_of_a_likeness_is_called_as_the_button_that_was_pressed():
    asked = PAGE.partition('id:"ask-to-save"')[2] or PAGE.partition('"id":"ask-to-save"')[2]
    assert all(say(f"asking.{each}", "fr") in asked for each in ("ask_title", "ask_make"))
    assert say("kit.form.ask_save", "fr") not in PAGE


@proves("FORM-50")
def test_a_draft_says_whose_it_is_and_may_be_kept_by_leaving():
    called = PAGE.partition('"data-called":')[2][:300]
    assert '? "" : "givenName,familyName")' in called, "of one that is being created it is held back"
    assert "resumed_rx_state_" in called
    assert '"data-draft-call":""' in PAGE
    assert '"data-testid":"action:leave-keep"' in PAGE


@proves("OWN-16")
def test_who_may_open_no_file_is_told_so_before_and_led_to_the_list_after():
    before, after = PAGE.partition('"data-testid":"stays-shut"')[0][-700:], PAGE.partition('className:"card made"')[2]
    assert "operates_rx_state_" in before
    assert '"data-testid":"action:to-list"' in after
