/* HTML shown where nothing runs and nothing leads away (mail_frame.py): only the rows that differ are put into the
 * document of the frame, so that it keeps its place while one writes. */

import { useEffect, useRef } from "react";

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

function draw(page, wanted) {
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

export function MailFrame({ html, title, empty, dark, pictures }) {
  const frame = useRef(null);
  const show = () => {
    const page = frame.current.contentDocument;
    // Before its own document there is another one, without a policy.
    if (!page?.querySelector("base")) return;
    draw(page, prepare(html, pictures));
    page.documentElement.toggleAttribute("data-dark", dark);
  };
  useEffect(show, [html, dark, pictures]);
  return <iframe ref={frame} title={title} sandbox="allow-same-origin" srcDoc={empty} onLoad={show} />;
}
