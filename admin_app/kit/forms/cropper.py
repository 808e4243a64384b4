"""Cropping a chosen picture to the shape the platform shows: react-easy-crop, fetched when a file is chosen.

The script (assets/kit/files.js) hands the file to `crop`, which opens the dialog, and gets the cropped one back, or
nothing when the person gave up. The frame has the focus: the picture moves in it with the mouse, a finger or the arrow
keys, and grows with + and -; the zoom is a native slider too. Beside it stands what will be kept, in its final shape.
"""

import reflex as rx

from admin_app.kit.parts.widgets import button, closes, dialog
from admin_app.kit.transfer import pictures
from admin_app.kit.words.locale import t

LONGEST_SIDE = 1600
"""Pixels: twice what the platform serves at most (session.yaml, Image)."""
DEEPEST = 4
"""Most zoom."""
QUALITY = 0.88


class ImageCropper(rx.Component):
    """The frame, empty until the script has a file for it; a canvas below it shows the result, a slider its zoom."""

    library = "$/public/kit/cropper.jsx"
    tag = "ImageCropper"
    lib_dependencies: list[str] = ["react-easy-crop@6.2.5"]

    ratio: rx.Var[float]
    shortest: rx.Var[int]
    longest: rx.Var[int]
    deepest: rx.Var[int]
    quality: rx.Var[float]
    biggest: rx.Var[int]
    label: rx.Var[str]


def cropper(ratio: float, box: str = "crop") -> rx.Component:
    """The dialog that cuts pictures to `ratio` (width by height), within what the API takes; `box` is its id."""
    result = rx.el.figure(rx.el.canvas(), rx.el.figcaption(t("kit.crop.result")))
    # It is no field of the form around it.
    slider = rx.el.input(type="range", min=1, step=0.01, default_value="1", form="none")
    zoom = rx.el.label(t("kit.crop.zoom"), slider, class_name="crop-zoom")
    frame = ImageCropper.create(
        rx.el.div(result, zoom, class_name="crop-tools"),
        ratio=ratio,
        shortest=pictures.IMAGE_SIDES[0],
        longest=LONGEST_SIDE,
        deepest=DEEPEST,
        quality=QUALITY,
        biggest=pictures.MAX_IMAGE,
        label=t("kit.crop.frame"),
    )
    answers = rx.el.div(
        button(t("kit.crop.cancel"), "cancel-crop", custom_attrs=closes(box)),
        button(t("kit.crop.use"), "use-crop", tone="primary", value="use", custom_attrs=closes(box)),
        class_name="row end",
    )
    hint = rx.el.p(t("kit.crop.help"), class_name="hint")
    return dialog(box, t("kit.crop.title"), hint, frame, answers, class_name="crop")
