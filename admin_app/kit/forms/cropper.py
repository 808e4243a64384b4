"""Cropping a chosen picture to the shape the platform shows: react-easy-crop, fetched when a file is chosen.

The script (assets/kit.js) hands the file to `crop` and gets the cropped one back, or nothing when the person gave up.
The frame moves with the mouse, a finger or the arrow keys; the zoom is a native slider.
"""

import reflex as rx
from reflex.utils.imports import ImportDict

from admin_app.kit.words.locale import t

LONGEST_SIDE = 1600
"""Pixels: twice what the platform serves at most (session.yaml, Image)."""
DEEPEST = 4
"""Most zoom."""
QUALITY = 0.88

_CROPPER = r"""
const EasyCrop = lazy(() => import("react-easy-crop"));

const cutOut = (bitmap, area, { ratio, shortest, longest }) => {
  const least = Math.max(shortest / Math.min(area.width, area.height), 1);
  const scale = Math.min(least, longest / Math.max(area.width, area.height)) || 1;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(shortest, Math.round(area.width * scale));
  canvas.height = Math.max(shortest, Math.round(canvas.width / ratio));
  canvas.getContext("2d").drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const written = (canvas, type, quality) => new Promise((done) => canvas.toBlob(done, type, quality));

const ImageCropper = ({ ratio, shortest, longest, deepest, quality, biggest, texts }) => {
  const root = useRef(null), dialog = useRef(null);
  const [area, setArea] = useState(null);
  const [job, setJob] = useState(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);

  useEffect(() => {
    root.current.crop = async (file) => {
      const bitmap = await createImageBitmap(file);
      setAt({ x: 0, y: 0 });
      setZoom(1);
      setArea(null);
      return new Promise((done) => setJob({ file, bitmap, url: URL.createObjectURL(file), done }));
    };
  }, []);
  useEffect(() => { if (job && !dialog.current.open) dialog.current.showModal(); }, [job]);

  const finish = (made) => {
    dialog.current.close();
    URL.revokeObjectURL(job.url);
    job.bitmap.close();
    setJob(null);
    job.done(made);
  };
  const use = async () => {
    const canvas = cutOut(job.bitmap, area, { ratio, shortest, longest });
    let made = await written(canvas, job.file.type, quality);
    if (made.size > biggest) made = await written(canvas, "image/jpeg", quality);
    finish(made);
  };
  const furthest = () => {
    const width = Math.min(job.bitmap.width, job.bitmap.height * ratio);
    return Math.max(1, Math.min(deepest, width / shortest, width / ratio / shortest));
  };

  const slider = job && createElement("label", { className: "crop-zoom" }, texts.zoom, createElement("input", {
    type: "range", min: 1, max: furthest(), step: 0.01, value: zoom,
    onChange: (event) => { event.stopPropagation(); setZoom(Number(event.target.value)); },
  }));
  const frame = job && createElement(EasyCrop, {
    image: job.url, aspect: ratio, crop: at, zoom, maxZoom: furthest(), keyboardStep: 8,
    onCropChange: setAt, onZoomChange: setZoom, onCropAreaChange: (_, pixels) => setArea(pixels),
    cropperProps: { role: "img", "aria-label": texts.frame },
  });
  const button = (name, label, tone, onClick, disabled) => createElement("button", {
    type: "button", className: `button ${tone}`, "data-testid": `action:${name}`, onClick, disabled,
  }, label);
  const content = job && [
    createElement("h2", { key: "title", id: "crop-title" }, texts.title),
    createElement("p", { key: "help", className: "hint" }, texts.help),
    createElement("div", { key: "frame", className: "crop-frame" }, createElement(Suspense, { fallback: null }, frame)),
    createElement("div", { key: "zoom" }, slider),
    createElement("div", { key: "answer", className: "row end" },
      button("cancel-crop", texts.cancel, "plain", () => finish(null)),
      button("use-crop", texts.use, "primary", use, !area)),
  ];
  const onCancel = (event) => { event.preventDefault(); finish(null); };
  const shell = { ref: dialog, className: "dialog crop", "aria-labelledby": "crop-title", onCancel };
  return createElement("div", { ref: root, "data-crop": "" }, createElement("dialog", shell, content));
};
"""


class ImageCropper(rx.Component):
    """The dialog that cuts a picture; empty until the script has a file for it."""

    tag = "ImageCropper"
    lib_dependencies: list[str] = ["react-easy-crop@6.2.5"]

    ratio: rx.Var[float]
    shortest: rx.Var[int]
    longest: rx.Var[int]
    deepest: rx.Var[int]
    quality: rx.Var[float]
    biggest: rx.Var[int]
    texts: rx.Var[dict[str, str]]

    def add_imports(self) -> ImportDict:
        """Import what the dialog is made with."""
        return {"react": ["Suspense", "createElement", "lazy", "useEffect", "useRef", "useState"]}

    def add_custom_code(self) -> list[str]:
        """Return the dialog itself, once per page."""
        return [_CROPPER]


def cropper(ratio: float, shortest: int, biggest: int) -> rx.Component:
    """Cuts pictures to `ratio` (width by height), `shortest` pixels a side at least and `biggest` bytes at most."""
    names = ("title", "help", "frame", "zoom", "cancel", "use")
    return ImageCropper.create(
        ratio=ratio,
        shortest=shortest,
        longest=LONGEST_SIDE,
        deepest=DEEPEST,
        quality=QUALITY,
        biggest=biggest,
        texts={name: t(f"kit.crop.{name}") for name in names},
    )
