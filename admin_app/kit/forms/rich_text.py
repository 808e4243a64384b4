"""A rich text field: Tiptap, a headless editor, under a toolbar of plain elements in the person's language.

The editor is an ordinary field of its form: a `<textarea name=...>` holds the HTML, so native form data, reset and
drafts work as for any other input. It holds the stored text untouched until somebody edits it, and is what remains
if the editor cannot be loaded. The packages are fetched when a field appears, so no other page pays for them.
What comes back must pass `kit/declare/html.py`.
"""

import reflex as rx
from reflex.utils.imports import ImportDict

from admin_app.kit.parts.widgets import Text
from admin_app.kit.words.locale import t

Flag = rx.Var[bool] | bool

TIPTAP = "3.32.0"
STYLESHEET = "/rich-text.css"
HEADINGS = (2, 3, 4)
"""The levels offered; others are kept when a stored text has them. Level 1 is the page's own title."""

_PACKAGES = ("core", "pm", "starter-kit", "extension-text-align", "extension-image", "extension-text-style")

_FIELD = r"""
const richTextParts = () => Promise.all([
  import("@tiptap/core"), import("@tiptap/starter-kit"), import("@tiptap/extension-text-align"),
  import("@tiptap/extension-image"), import("@tiptap/extension-text-style"),
]);

const mountRichText = (root) => {
  const find = (selector) => root.querySelector(selector);
  const source = find("textarea"), bar = find("[role=toolbar]"), host = find("[data-host]"), row = find("[data-link]");
  const controls = [...bar.querySelectorAll("button, select")];
  const address = row.querySelector("input"), opener = find("[data-run=link]");
  const label = document.getElementById(root.dataset.label);
  const stop = new AbortController(), on = (node, name, act) => node?.addEventListener(name, act, stop);
  let editor, written = source.value;

  const write = () => {
    source.value = written = editor.isEmpty ? "" : editor.getHTML().replace(/(<p><\/p>)+$/, "");
    source.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const read = () => {
    if (source.value === written) return;
    editor?.commands.setContent((written = source.value), { emitUpdate: false });
  };
  const alignment = () =>
    editor.getAttributes("heading").textAlign ?? editor.getAttributes("paragraph").textAlign ?? "left";
  const paint = () => controls.forEach((control) => {
    const { is, value } = control.dataset;
    if (control.matches("select")) control.value = editor.getAttributes("heading").level ?? "";
    else if (is) control.setAttribute("aria-pressed", value ? alignment() === value : editor.isActive(is));
  });
  const run = (name, value) => {
    editor.view.focus(); // At once: the chain's own focus() comes a frame later, and loses what is typed meanwhile.
    const steps = editor.chain();
    if (name === "clear") steps.unsetAllMarks().clearNodes().unsetTextAlign().run();
    else if (name === "heading") (value ? steps.setHeading({ level: Number(value) }) : steps.setParagraph()).run();
    else (value ? steps[name](value) : steps[name]()).run();
  };
  const openLink = (open) => {
    row.hidden = !open;
    opener.setAttribute("aria-expanded", open);
    if (open) { address.value = editor.getAttributes("link").href ?? ""; address.select(); }
    else editor.view.focus();
  };
  const setLink = (text) => {
    const href = !text || /^(https?:|mailto:|tel:)/i.test(text) ? text
      : text.includes("@") && !text.includes("/") ? `mailto:${text}` : `https://${text}`;
    editor.view.focus();
    const steps = editor.chain().extendMarkRange("link");
    if (!href) steps.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      steps.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
    else steps.setLink({ href }).run();
    openLink(false);
  };
  // One stop of the Tab key for the whole toolbar, arrows inside it.
  const move = (event) => {
    const last = controls.length - 1, here = controls.indexOf(event.target);
    const right = here === last ? 0 : here + 1, left = here ? here - 1 : last;
    const to = { ArrowRight: right, ArrowLeft: left, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    controls.forEach((control, index) => { control.tabIndex = index === to ? 0 : -1; });
    controls[to].focus();
  };

  controls.forEach((control, index) => { control.tabIndex = index ? -1 : 0; });
  on(bar, "keydown", move);
  on(bar, "change", (event) => { event.stopPropagation(); if (editor) run("heading", event.target.value); });
  on(bar, "input", (event) => event.stopPropagation());
  on(bar, "click", (event) => {
    const pressed = event.target.closest("button");
    if (!pressed || !editor) return;
    if (pressed === opener) openLink(row.hidden);
    else run(pressed.dataset.run, pressed.dataset.value);
  });
  on(row, "input", (event) => event.stopPropagation());
  on(row, "change", (event) => event.stopPropagation());
  on(row, "keydown", (event) => {
    if (event.key === "Enter" && event.target === address) { event.preventDefault(); setLink(address.value.trim()); }
    if (event.key === "Escape") { event.stopPropagation(); openLink(false); }
  });
  on(row, "click", (event) => {
    const chosen = event.target.closest("button")?.dataset.act;
    if (chosen) setLink(chosen === "apply" ? address.value.trim() : "");
  });
  on(source, "input", read);
  on(source, "focus", () => editor?.view.focus());
  on(label, "click", () => editor?.view.focus());
  on(source.form, "reset", () => setTimeout(read));

  richTextParts().then(([core, kit, align, image, style]) => {
    if (stop.signal.aborted) return;
    const attributes = { class: "rich-text", role: "textbox", "aria-multiline": "true" };
    attributes["aria-labelledby"] = root.dataset.label;
    attributes["aria-describedby"] = root.dataset.described;
    editor = new core.Editor({
      element: host,
      content: (written = source.value),
      editorProps: { attributes },
      extensions: [
        kit.StarterKit.configure({ link: { openOnClick: false, protocols: ["mailto", "tel"] } }),
        align.TextAlign.configure({ types: ["heading", "paragraph"] }),
        image.Image, style.TextStyle, style.Color, style.BackgroundColor,
      ],
      onUpdate: write,
      onTransaction: paint,
    });
    source.setAttribute("aria-hidden", "true");
    if (document.activeElement === source) editor.view.focus();
    root.mark();
    paint();
  }).catch(() => { root.dataset.failed = ""; source.tabIndex = 0; });
  root.mark = () => {
    const shut = "disabled" in root.dataset;
    editor?.setEditable(!shut, false);
    editor?.view.dom.setAttribute("aria-disabled", shut);
    editor?.view.dom.setAttribute("aria-invalid", root.dataset.invalid);
  };
  root.read = read;
  return () => { stop.abort(); editor?.destroy(); };
};

// A page of many texts makes each editor when its place comes near the window, and none inside what is folded.
const whenNear = (root, mount) => {
  let end = () => {};
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    watch.disconnect();
    end = mount(root);
  }, { rootMargin: "600px" });
  watch.observe(root);
  return () => { watch.disconnect(); end(); };
};

const RichTextField = ({ children, labelId, describedBy, invalid, disabled, value }) => {
  const root = useRef(null);
  useEffect(() => whenNear(root.current, mountRichText), []);
  useEffect(() => {
    const controls = root.current.querySelectorAll("[role=toolbar] :is(button, select)");
    for (const control of controls) control.disabled = disabled;
    root.current.mark?.();
  }, [invalid, disabled]);
  useEffect(() => root.current.read?.(), [value]);
  const data = { "data-label": labelId, "data-described": describedBy, "data-invalid": String(invalid) };
  if (disabled) data["data-disabled"] = "";
  return createElement("div", { ref: root, className: "rich-text-field", ...data }, children);
};
"""


class RichTextField(rx.Component):
    """The frame that brings the editor to life around its toolbar, its textarea and its place."""

    tag = "RichTextField"
    lib_dependencies: list[str] = [f"@tiptap/{name}@{TIPTAP}" for name in _PACKAGES]

    label_id: rx.Var[str]
    described_by: rx.Var[str]
    invalid: rx.Var[bool]
    disabled: rx.Var[bool]
    value: rx.Var[str]

    def add_imports(self) -> ImportDict:
        """Import what the frame is made with."""
        return {"react": ["createElement", "useEffect", "useRef"]}

    def add_custom_code(self) -> list[str]:
        """Return the frame itself, once per page."""
        return [_FIELD]


def rich_text(
    name: Text,
    default_value: Text,
    label_id: str,
    invalid: Flag = False,
    *,
    disabled: Flag = False,
    control_id: Text | None = None,
    described_by: Text | None = None,
) -> rx.Component:
    """A field of rich text: the form gets its HTML under `name`, empty when there is no text.

    `label_id` is the id of the label. `control_id` and `described_by` (the ids of the error and the hint) follow the
    kit's convention when left out; focusing the control focuses the editor.
    """
    return RichTextField.create(
        rx.el.link(rel="stylesheet", href=STYLESHEET, custom_attrs={"precedence": "default"}),
        _toolbar(),
        _link_row(),
        rx.el.div(custom_attrs={"data-host": ""}, class_name="rich-text-host"),
        rx.el.textarea(
            name=name,
            default_value=default_value,
            tab_index=-1,
            disabled=disabled,
            aria_labelledby=label_id,
            class_name="rich-text-source",
            custom_attrs={"id": control_id or f"f-{name}"},
        ),
        label_id=label_id,
        described_by=described_by or f"f-{name}-error f-{name}-hint",
        invalid=invalid,
        disabled=disabled,
        value=default_value,
    )


def _toolbar() -> rx.Component:
    return rx.el.div(
        _headings(),
        _group(
            _toggle("bold", "toggleBold", "bold", t("kit.editor.bold")),
            _toggle("italic", "toggleItalic", "italic", t("kit.editor.italic")),
            _toggle("underline", "toggleUnderline", "underline", t("kit.editor.underline")),
            _toggle("strikethrough", "toggleStrike", "strike", t("kit.editor.strike")),
        ),
        _group(
            _toggle("list", "toggleBulletList", "bulletList", t("kit.editor.bullet_list")),
            _toggle("list-ordered", "toggleOrderedList", "orderedList", t("kit.editor.ordered_list")),
            _toggle("quote", "toggleBlockquote", "blockquote", t("kit.editor.quote")),
            _button("link", t("kit.editor.link"), {"data-run": "link", "data-is": "link", "aria-expanded": "false"}),
        ),
        _group(
            _align("left", t("kit.editor.align_left")),
            _align("center", t("kit.editor.align_center")),
            _align("right", t("kit.editor.align_right")),
        ),
        _group(
            _button("remove-formatting", t("kit.editor.clear"), {"data-run": "clear"}),
            _button("undo-2", t("kit.editor.undo"), {"data-run": "undo"}),
            _button("redo-2", t("kit.editor.redo"), {"data-run": "redo"}),
        ),
        role="toolbar",
        aria_label=t("kit.editor.toolbar"),
        class_name="rich-text-toolbar",
    )


def _headings() -> rx.Component:
    return rx.el.select(
        rx.el.option(t("kit.editor.paragraph"), value=""),
        *[rx.el.option(t(f"kit.editor.headings.{level}"), value=str(level)) for level in HEADINGS],
        aria_label=t("kit.editor.style"),
    )


def _link_row() -> rx.Component:
    return rx.el.div(
        rx.el.input(
            type="text",
            input_mode="url",
            auto_complete="off",
            placeholder="https://",
            aria_label=t("kit.editor.link_address"),
        ),
        rx.el.button(t("kit.editor.link_apply"), type="button", custom_attrs={"data-act": "apply"}),
        rx.el.button(t("kit.editor.link_remove"), type="button", custom_attrs={"data-act": "remove"}),
        role="group",
        aria_label=t("kit.editor.link"),
        hidden=True,
        class_name="rich-text-link",
        custom_attrs={"data-link": ""},
    )


def _group(*controls: rx.Component) -> rx.Component:
    return rx.el.span(*controls, class_name="rich-text-group")


def _toggle(symbol: str, command: str, mark: str, label: Text) -> rx.Component:
    return _button(symbol, label, {"data-run": command, "data-is": mark, "aria-pressed": "false"})


def _align(side: str, label: Text) -> rx.Component:
    attributes = {"data-run": "setTextAlign", "data-is": "align", "data-value": side, "aria-pressed": "false"}
    return _button(f"align-{side}", label, attributes)


def _button(symbol: str, label: Text, attributes: dict[str, str]) -> rx.Component:
    return rx.el.button(
        rx.icon(tag=symbol, size=18, aria_hidden="true"),
        type="button",
        aria_label=label,
        title=label,
        custom_attrs=attributes,
    )
