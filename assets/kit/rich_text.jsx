/* Tiptap, a headless editor, under a toolbar of plain elements; fetched when a field comes near the window.
 * The textarea is the field of the form: it holds the stored text untouched until somebody edits it. */

import { useEffect, useRef } from "react";

const loadParts = () =>
  Promise.all([
    import("@tiptap/core"),
    import("@tiptap/starter-kit"),
    import("@tiptap/extension-text-align"),
    import("@tiptap/extension-image"),
    import("@tiptap/extension-text-style"),
  ]);

/* An address as a link needs it: what is typed without a scheme is the web's, or somebody's mail. */
function hrefOf(text) {
  if (!text || /^(https?:|mailto:|tel:)/i.test(text)) return text;
  return text.includes("@") && !text.includes("/") ? `mailto:${text}` : `https://${text}`;
}

/* What is put in for each reader: one thing in the text, that is chosen and taken out whole. */
const chipOf = (core, labels) =>
  core.Node.create({
    name: "chip",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes: () => ({
      chip: { parseHTML: (element) => element.dataset.chip },
      fallback: { default: "", parseHTML: (element) => element.dataset.fallback ?? "" },
    }),
    parseHTML: () => [{ tag: "span[data-chip]" }],
    renderHTML: ({ node: { attrs } }) => [
      "span",
      { "data-chip": attrs.chip, "data-fallback": attrs.fallback },
      labels[attrs.chip] ?? attrs.chip,
    ],
  });

/* A picture with an address that others know too: one of the machine it was copied from would be a hole. */
const pictureOf = ({ Image }) =>
  Image.extend({ parseHTML: () => [{ tag: 'img[src]:not([src=""], [src^="data:"], [src^="file:"], [src^="cid:"])' }] });

/* A row of a table becomes a paragraph: there are no tables here, and the words of its cells would run together. */
function linesOf(html) {
  const pasted = new DOMParser().parseFromString(html, "text/html");
  for (const part of pasted.querySelectorAll("td p, th p")) part.replaceWith(...part.childNodes, " ");
  for (const row of pasted.querySelectorAll("tr")) {
    const line = pasted.createElement("p");
    line.append(...[...row.cells].flatMap((cell) => [...cell.childNodes, " "]));
    row.replaceWith(line);
  }
  return pasted.body.innerHTML;
}

function mountRichText(root, labels) {
  const find = (selector) => root.querySelector(selector);
  const source = find("textarea");
  const controls = [...root.querySelectorAll("[role=toolbar] :is(button, select)")];
  const stop = new AbortController();
  const on = (node, name, act) => node?.addEventListener(name, act, stop);
  let editor;
  let written = source.value;

  const write = () => {
    written = editor.isEmpty ? "" : editor.getHTML().replace(/(<p><\/p>)+$/, "");
    source.value = written;
    source.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const read = () => {
    if (source.value === written) return;
    written = source.value;
    editor?.commands.setContent(written, { emitUpdate: false });
  };
  const alignment = () =>
    editor.getAttributes("heading").textAlign ?? editor.getAttributes("paragraph").textAlign ?? "left";
  const paint = () => {
    for (const control of controls) {
      const { is, value } = control.dataset;
      if (is === "heading") control.value = editor.getAttributes("heading").level ?? "";
      else if (is) control.setAttribute("aria-pressed", value ? alignment() === value : editor.isActive(is));
    }
  };
  const focus = () => editor?.view.focus(); // At once: a chain's own focus() comes a frame later, and loses keys.
  const run = (name, value) => {
    focus();
    const steps = editor.chain();
    if (name === "clear") steps.unsetAllMarks().clearNodes().unsetTextAlign().run();
    else if (name === "heading") (value ? steps.setHeading({ level: Number(value) }) : steps.setParagraph()).run();
    else (value ? steps[name](value) : steps[name]()).run();
  };
  const link = (text) => {
    const href = hrefOf(text);
    const steps = editor.chain().extendMarkRange("link");
    if (!href) steps.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      steps.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
    else steps.setLink({ href }).run();
  };
  const chip = (fallback) => {
    const attrs = { chip: find("[data-opens=chip]").value, fallback };
    editor.commands.insertContent([
      { type: "chip", attrs },
      { type: "text", text: " " },
    ]);
  };
  // What a control of the toolbar asks for in a row below it: the address of a link, the words for an unknown reader.
  const rows = {
    link: [link, () => editor.getAttributes("link").href],
    chip: [chip, () => editor.getAttributes("chip").fallback],
  };
  const open = (name, shown) => {
    const row = find(`[data-row=${name}]`);
    const input = row.querySelector("input");
    row.hidden = !shown;
    find("[data-opens=link]").setAttribute("aria-expanded", !find("[data-row=link]").hidden);
    input.value = rows[name][1]() ?? "";
    if (shown) return input.select();
    if (name === "chip") find("[data-opens=chip]").value = "";
    return focus();
  };
  const apply = (row, text) => {
    focus();
    rows[row.dataset.row][0](text);
    open(row.dataset.row, false);
  };

  on(root, "change", ({ target: { dataset, value } }) => {
    if (dataset.opens) open(dataset.opens, Boolean(value));
    else if (dataset.is === "heading") run("heading", value);
  });
  on(root, "click", ({ target }) => {
    const pressed = target.closest("button");
    const row = target.closest("[data-row]");
    if (!pressed || !editor) return;
    const { act, opens, run: name, value } = pressed.dataset;
    if (row) apply(row, act === "remove" ? "" : row.querySelector("input").value.trim());
    else if (opens) open(opens, find(`[data-row=${opens}]`).hidden);
    else run(name, value);
  });
  on(root, "keydown", (event) => {
    const row = event.target.closest("[data-row]");
    if (row && event.key === "Escape") {
      event.stopPropagation();
      open(row.dataset.row, false);
    } else if (row && event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      apply(row, event.target.value.trim());
    }
  });
  on(source, "input", read);
  on(source, "focus", focus);
  on(document.getElementById(root.dataset.label), "click", focus);
  // The browser empties the fields of a form after this event.
  on(source.form, "reset", () => setTimeout(read));

  loadParts()
    .then(([core, kit, align, image, style]) => {
      if (stop.signal.aborted) return;
      written = source.value;
      editor = new core.Editor({
        element: find("[data-host]"),
        content: written,
        injectCSS: false, // rich-text.css has it: the policy allows no element of style (tools/policy.py)
        extensions: [
          kit.StarterKit.configure({ link: { openOnClick: false, protocols: ["mailto", "tel"] } }),
          align.TextAlign.configure({ types: ["heading", "paragraph"] }),
          pictureOf(image),
          style.TextStyle,
          style.Color,
          style.BackgroundColor,
          chipOf(core, labels),
        ],
        onUpdate: write,
        onTransaction: paint,
      });
      source.setAttribute("aria-hidden", "true");
      if (document.activeElement === source) focus();
      mark();
      paint();
    })
    .catch(() => {
      root.dataset.failed = "";
      source.tabIndex = 0;
    });
  const mark = () => {
    const { label, described, invalid, disabled } = root.dataset;
    const attributes = {
      class: "rich-text",
      "aria-multiline": "true",
      "aria-labelledby": label,
      "aria-describedby": described,
      "aria-invalid": invalid,
      "aria-disabled": String(disabled !== undefined),
    };
    editor?.setOptions({ editable: disabled === undefined, editorProps: { attributes, transformPastedHTML: linesOf } });
  };
  const end = () => {
    stop.abort();
    editor?.destroy();
  };
  return { mark, read, end };
}

export function RichTextField({ children, labelId, describedBy, invalid, disabled, value, chips }) {
  const root = useRef(null);
  const field = useRef(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor keeps the words it was made with
  useEffect(() => {
    // A page of many texts makes each editor when its place comes near the window, and none inside what is folded.
    const near = (seen) => {
      // What was seen may be told once the place is gone.
      if (root.current && seen.some((each) => each.isIntersecting))
        field.current ??= mountRichText(root.current, chips ?? {});
    };
    const watch = new IntersectionObserver(near, { rootMargin: "600px" });
    watch.observe(root.current);
    return () => {
      watch.disconnect();
      field.current?.end();
      field.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `mark` reads what the frame says below
  useEffect(() => {
    const controls = root.current.querySelectorAll("[role=toolbar] :is(button, select)");
    for (const control of controls) control.disabled = disabled;
    field.current?.mark();
  }, [invalid, disabled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the textarea has the value by now
  useEffect(() => field.current?.read(), [value]);
  return (
    <div
      ref={root}
      className="rich-text-field"
      data-label={labelId}
      data-described={describedBy}
      data-invalid={String(invalid)}
      data-disabled={disabled ? "" : undefined}
    >
      {children}
    </div>
  );
}
