/* HTML shown where nothing runs and nothing leads away (mail_frame.py): a frame without scripts, popups, forms and
 * navigation. Its document stays: only the rows that differ are put in, so that it keeps its place while one writes. */

import { useEffect, useRef, useState } from "react";

const POLICY = "default-src 'none'; img-src http: https: data: blob:; style-src 'unsafe-inline'";
const EMPTY = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"></head><body></body></html>`;
// By the document's own objects: a policy that forbids style elements has no say there.
const LOOK = `
  body { margin: 0; overflow-wrap: anywhere; font-family: Roboto, Arial, sans-serif; font-size: 16px; line-height: 1.5; }
  a, area { pointer-events: none !important; }
  html[data-dark] { background: #fff; filter: invert(1) hue-rotate(180deg); }
  html[data-dark] img { filter: invert(1) hue-rotate(180deg); }
  img:not([src]) { display: inline-block; min-width: 60px; padding: 10px; border: 1px solid #8b98a9; color: #4a5568;
    font-size: 13px; background: #eef1f6; }
  img:not([src])[alt=""] { display: none; }
`;
const ACTIVE = "script, iframe, frame, object, embed, form, input, button, link, meta, base, style, title";
const WAITING = "ticket:";

const rowsOf = (root) => [...root.querySelectorAll(":scope > center > table > tbody > tr")];

function prepare(html, pictures) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const each of page.querySelectorAll(ACTIVE)) each.remove();
  // All links open where none may: one with a place of its own would lead the frame away, by a key if by no click.
  for (const each of page.querySelectorAll("[target]")) each.removeAttribute("target");
  for (const image of page.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    const here = src.startsWith(WAITING) ? window.adminApp.pictureOf(src.slice(WAITING.length)) : src;
    if (here && pictures) image.setAttribute("src", here);
    else image.removeAttribute("src");
  }
  return page.body;
}

function draw(page, html, pictures) {
  const wanted = prepare(html, pictures);
  const [was, is] = [rowsOf(page.body), rowsOf(wanted)];
  if (!was.length || was.length !== is.length) {
    const at = page.defaultView.scrollY;
    page.body.replaceChildren(...[...wanted.childNodes].map((each) => page.importNode(each, true)));
    page.defaultView.scrollTo(0, at);
    return;
  }
  for (const [place, row] of was.entries()) {
    if (row.outerHTML !== is[place].outerHTML) row.replaceWith(page.importNode(is[place], true));
  }
}

function Toggle({ name, label, pressed, onClick }) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick} data-testid={`action:preview-${name}`}>
      {label}
    </button>
  );
}

export function MailFrame({ html, texts, children }) {
  const frame = useRef(null);
  const [ready, setReady] = useState(false);
  const [phone, setPhone] = useState(false);
  const [dark, setDark] = useState(false);
  const [pictures, setPictures] = useState(true);

  useEffect(() => {
    const page = frame.current.contentDocument;
    if (!ready || !page?.body) return;
    draw(page, html, pictures);
    page.documentElement.toggleAttribute("data-dark", dark);
    frame.current.dataset.drawn = String(Number(frame.current.dataset.drawn ?? 0) + 1);
  }, [html, ready, dark, pictures]);
  const opened = () => {
    const page = frame.current.contentDocument;
    const sheet = new page.defaultView.CSSStyleSheet();
    sheet.replaceSync(LOOK);
    page.adoptedStyleSheets = [sheet];
    setReady(true);
  };

  return (
    <div className="mail-frame" data-phone={phone ? "" : undefined} data-dark={dark ? "" : undefined}>
      <div className="row mail-tools">
        <fieldset className="segmented" aria-label={texts.width}>
          <Toggle name="desktop" label={texts.desktop} pressed={!phone} onClick={() => setPhone(false)} />
          <Toggle name="phone" label={texts.phone} pressed={phone} onClick={() => setPhone(true)} />
        </fieldset>
        <fieldset className="segmented" aria-label={texts.looks}>
          <Toggle name="dark" label={texts.dark} pressed={dark} onClick={() => setDark(!dark)} />
          <Toggle name="pictures" label={texts.pictures} pressed={!pictures} onClick={() => setPictures(!pictures)} />
        </fieldset>
        {children}
      </div>
      {dark && <p className="hint">{texts.simulated}</p>}
      <div className="mail-desk">
        <iframe ref={frame} title={texts.title} sandbox="allow-same-origin" srcDoc={EMPTY} onLoad={opened} />
      </div>
    </div>
  );
}
