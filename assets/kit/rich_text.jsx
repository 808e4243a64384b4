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

function mountRichText(root, labels) {
  const find = (selector) => root.querySelector(selector);
  const source = find("textarea");
  const bar = find("[role=toolbar]");
  const row = find("[data-link]");
  const controls = [...bar.querySelectorAll("button, select")];
  const address = row.querySelector("input");
  const opener = find("[data-run=link]");
  const chips = find("select[data-chips]");
  const chipRow = find("[data-chip-row]");
  const label = document.getElementById(root.dataset.label);
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
      if (control === chips) continue;
      if (control.matches("select")) control.value = editor.getAttributes("heading").level ?? "";
      else if (is) control.setAttribute("aria-pressed", value ? alignment() === value : editor.isActive(is));
    }
  };
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
    if (open) {
      address.value = editor.getAttributes("link").href ?? "";
      address.select();
    } else editor.view.focus();
  };
  const setLink = (text) => {
    const href = hrefOf(text);
    editor.view.focus();
    const steps = editor.chain().extendMarkRange("link");
    if (!href) steps.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link"))
      steps.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
    else steps.setLink({ href }).run();
    openLink(false);
  };
  const openChips = (open) => {
    chipRow.hidden = !open;
    const words = chipRow.querySelector("input");
    if (open) {
      words.value = editor.getAttributes("chip").fallback ?? "";
      words.focus();
    } else {
      chips.value = "";
      editor.view.focus();
    }
  };
  const putChip = () => {
    const fallback = chipRow.querySelector("input").value.trim();
    const chip = chips.value;
    editor.view.focus();
    if (chip)
      editor.commands.insertContent([
        { type: "chip", attrs: { chip, fallback } },
        { type: "text", text: " " },
      ]);
    openChips(false);
  };
  // One stop of the Tab key for the whole toolbar, arrows inside it.
  const stopAt = (place) => {
    for (const [index, control] of controls.entries()) control.tabIndex = index === place ? 0 : -1;
  };
  const move = (event) => {
    const last = controls.length - 1;
    const here = controls.indexOf(event.target);
    const right = here === last ? 0 : here + 1;
    const left = here ? here - 1 : last;
    const to = { ArrowRight: right, ArrowLeft: left, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stopAt(to);
    controls[to].focus();
  };

  stopAt(0);
  on(bar, "keydown", move);
  on(bar, "change", (event) => {
    event.stopPropagation();
    if (!editor) return;
    if (event.target === chips) openChips(Boolean(chips.value));
    else run("heading", event.target.value);
  });
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
    if (event.key === "Enter" && event.target === address) {
      event.preventDefault();
      setLink(address.value.trim());
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      openLink(false);
    }
  });
  on(row, "click", (event) => {
    const chosen = event.target.closest("button")?.dataset.act;
    if (chosen) setLink(chosen === "apply" ? address.value.trim() : "");
  });
  on(chipRow, "input", (event) => event.stopPropagation());
  on(chipRow, "change", (event) => event.stopPropagation());
  on(chipRow, "keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      putChip();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      openChips(false);
    }
  });
  on(chipRow, "click", (event) => event.target.closest("button") && putChip());
  on(source, "input", read);
  on(source, "focus", () => editor?.view.focus());
  on(label, "click", () => editor?.view.focus());
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
        editorProps: {
          attributes: {
            class: "rich-text",
            role: "textbox",
            "aria-multiline": "true",
            "aria-labelledby": root.dataset.label,
            "aria-describedby": root.dataset.described,
          },
        },
        extensions: [
          kit.StarterKit.configure({ link: { openOnClick: false, protocols: ["mailto", "tel"] } }),
          align.TextAlign.configure({ types: ["heading", "paragraph"] }),
          image.Image,
          style.TextStyle,
          style.Color,
          style.BackgroundColor,
          chipOf(core, labels),
        ],
        onUpdate: write,
        onTransaction: paint,
      });
      source.setAttribute("aria-hidden", "true");
      if (document.activeElement === source) editor.view.focus();
      mark();
      paint();
    })
    .catch(() => {
      root.dataset.failed = "";
      source.tabIndex = 0;
    });
  const mark = () => {
    const shut = "disabled" in root.dataset;
    editor?.setEditable(!shut, false);
    editor?.view.dom.setAttribute("aria-disabled", shut);
    editor?.view.dom.setAttribute("aria-invalid", root.dataset.invalid);
  };
  const end = () => {
    stop.abort();
    editor?.destroy();
  };
  return { mark, read, end };
}

/* A page of many texts makes each editor when its place comes near the window, and none inside what is folded. */
function whenNear(root, mount) {
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      watch.disconnect();
      mount();
    },
    { rootMargin: "600px" },
  );
  watch.observe(root);
  return () => watch.disconnect();
}

export function RichTextField({ children, labelId, describedBy, invalid, disabled, value, chips }) {
  const root = useRef(null);
  const field = useRef(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor keeps the words it was made with
  useEffect(() => {
    const forget = whenNear(root.current, () => {
      field.current = mountRichText(root.current, chips ?? {});
    });
    return () => {
      forget();
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
