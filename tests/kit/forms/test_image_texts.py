"""An image is sent with its alternative text, once and with that image only (CALL-10)."""

import pytest

from admin_app.features.content.editorials import EditorialForm
from admin_app.kit.declare.fields import ALT
from tests.support.forms import choose_image, image, submitted
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def _on(configure):
    configure(editorial=True)


async def saved(sign_in, alt: str, chosen: bool = True):
    tab = await sign_in("admin", "/editorials/2")
    if chosen:
        await choose_image(tab, EditorialForm, image())
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, **{f"newImage{ALT}": alt}))
    return tab


@proves("CALL-10")
async def test_the_text_goes_with_the_image(sign_in, upstream):
    await saved(sign_in, "  Une équipe à vélo ")
    (upload,) = upstream.called("POST", "admin/images")
    assert b'name="alt"' in upload.content
    assert "Une équipe à vélo".encode() in upload.content


@proves("CALL-10")
async def test_without_a_text_none_is_sent(sign_in, upstream):
    await saved(sign_in, " ")
    (upload,) = upstream.called("POST", "admin/images")
    assert b'name="alt"' not in upload.content


async def test_without_an_image_nothing_is_uploaded(sign_in, upstream):
    await saved(sign_in, "Une équipe", chosen=False)
    assert not upstream.called("POST", "admin/images")
    assert not upstream.called("PATCH", "admin/editorials")
