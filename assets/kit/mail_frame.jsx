/* HTML shown where nothing runs and nothing leads away (mail_frame.py). */

import { useEffect, useRef } from "react";

const ACTIVE = "script, iframe, frame, object, embed, form, input, button, link, meta, base, style, title";

function prepare(html, pictures) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const each of page.querySelectorAll(ACTIVE)) each.remove();
  // All links open where none may: one with a place of its own would lead the frame away, by a key if by no click.
  for (const each of page.querySelectorAll("[target]")) each.removeAttribute("target");
  // A picture without an address is drawn as one that did not come.
  for (const image of page.querySelectorAll(pictures ? "img[src='']" : "img")) image.removeAttribute("src");
  return page.body;
}

export function MailFrame({ html, title, empty, dark, pictures }) {
  const frame = useRef(null);
  const show = () => {
    const page = frame.current.contentDocument;
    // Before its own document there is another one, without a policy.
    if (!page?.querySelector("base")) return;
    const at = page.defaultView.scrollY;
    page.body.replaceChildren(...[...prepare(html, pictures).childNodes].map((each) => page.importNode(each, true)));
    page.defaultView.scrollTo(0, at);
    page.documentElement.toggleAttribute("data-dark", dark);
  };
  // As high as the mail, which its pictures and its width change.
  const fit = () => {
    const box = frame.current;
    new ResizeObserver(([{ target }]) => {
      box.style.height = `${target.offsetHeight}px`;
    }).observe(box.contentDocument.documentElement);
  };
  const begin = () => {
    show();
    fit();
  };
  useEffect(show, [html, dark, pictures]);
  return <iframe ref={frame} title={title} sandbox="allow-same-origin" srcDoc={empty} onLoad={begin} />;
}
