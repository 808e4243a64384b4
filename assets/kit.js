/* What must not make a round trip: theme, drawer, dialogs, row selection, copy, keyboard, unsaved work.
 * Everything is driven by data-* attributes the kit writes (admin_app/kit/); no entity is known here.
 * Listeners sit on the document, because React replaces what is below it. */
(function () {
  "use strict";

  const root = document.documentElement;
  const $ = (selector, from) => (from || document).querySelector(selector);
  const $$ = (selector, from) => [...(from || document).querySelectorAll(selector)];
  const store = {
    get: (area, key) => { try { return area.getItem(key); } catch { return null; } },
    set: (area, key, value) => { try { value === null ? area.removeItem(key) : area.setItem(key, value); } catch { /* full or shut */ } },
  };

  // React Router reloads the page it is on when the code of the next one does not come: go on to that one.
  const wantedBefore = store.get(sessionStorage, "admin_app.wanted");
  store.set(sessionStorage, "admin_app.wanted", null);
  if (wantedBefore && wantedBefore !== location.pathname + location.search) location.replace(wantedBefore);

  /* The code of the first screen did not come, or failed: React is not there to say so. */
  function noCode() {
    const [main, kept] = [$("main"), $("#no-code")];
    if (navigate || !main || !kept) return;
    main.replaceChildren(kept.content.cloneNode(true));
    $(`[lang]:not([lang=${root.lang}])`, main).remove();
    main.dataset.screen = main.dataset.state = "error";
    document.title = $("h1", main).textContent;
  }
  const FIRST_CODE_LIMIT = 120000;
  setTimeout(noCode, FIRST_CODE_LIMIT);
  window.addEventListener("error", (event) => {
    // A script that did not come tells at once; one that fails may not be needed.
    if (!navigate) setTimeout(noCode, event.target instanceof HTMLScriptElement ? 0 : 3000);
  }, true);
  window.addEventListener("unhandledrejection", () => { if (!navigate) setTimeout(noCode, 3000); });

  let navigate = null;
  let blocker = null;
  let leaving = false;
  let dirty = false;

  /* ---- forms: unsaved work, drafts, summary ---- */

  // A second click while a save is under way would wait in the queue and save again once the first is answered.
  const ANSWER_LIMIT = 35000;
  let asked = 0;

  const guarded = () => $("form[data-guard]");
  // The fields that tell whether a record is there already (admin_app/kit/forms/duplicates.py).
  const probes = (form) => (form?.dataset.probes || "").split(",").filter(Boolean);
  const draftKey = (form) => `admin_app.draft:${form.dataset.guard}`;

  function draftOf(form) {
    const data = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") data[name] = name in data ? `${data[name]},${value}` : value;
    }
    return data;
  }

  function setDirty(value) {
    dirty = value;
    const form = guarded();
    if (form) form.toggleAttribute("data-dirty", value);
  }

  let draftTimer = 0;
  // Where unsaved work was when its form was filled anew without being left: after a reconnection, the draft goes back.
  let typedIn = "";
  let interrupted = null;
  function changed(form) {
    if (!form.isConnected) return;
    follow(form);
    nameLines(form);
    confirm(form, "");
    setDirty(true);
    typedIn = draftKey(form);
    clearTimeout(draftTimer);
    draftTimer = setTimeout(() => keepDraft(form), 150);
  }

  /* What depends on another input of the form: shown while that one is filled, or saying what it holds. */
  function follow(form) {
    const page = form.closest(".form-page") || form;
    const dependent = $$("[data-if], [data-mirror]", page);
    if (!dependent.length) return;
    const data = new FormData(form);
    for (const each of dependent) {
      const { if: needed, is: wanted, mirror } = each.dataset;
      const offered = wanted ? data.get(needed) === wanted : Boolean(data.get(needed));
      if (needed && each.hidden === offered) each.hidden = !offered;
      if (mirror) copyTo(each, mirror === "image" ? $("[data-preview]", form)?.getAttribute("src") : data.get(mirror));
    }
  }

  function copyTo(element, text) {
    const name = element.matches("img") ? "src" : "textContent";
    if (element.dataset.copied === (text || "")) return;
    element.dataset.copied = text || "";
    if (text || name !== "src") element[name] = text || "";
    element.hidden = !text;
  }

  function confirm(form, answer) {
    const confirmed = $("[data-confirmed]", form);
    if (confirmed) confirmed.value = answer;
  }

  function keepDraft(form) {
    if (dirty && form.isConnected) {
      store.set(sessionStorage, draftKey(form), JSON.stringify({ at: Date.now(), data: draftOf(form) }));
    }
  }

  function offerDraft(form) {
    const kept = store.get(sessionStorage, draftKey(form));
    const box = $("[data-draft]", form);
    if (!kept || !box) return;
    if (interrupted && interrupted.key === draftKey(form) && interrupted.path === location.pathname) {
      interrupted = null;
      setDirty(true);
      $("[data-restored]", form).click();
      return;
    }
    if (dirty) return;
    const at = new Date(JSON.parse(kept).at);
    $("[data-draft-time]", box).textContent = at.toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit" });
    box.hidden = false;
  }

  function showProblems() {
    const summary = $("[data-summary]");
    if (summary) { summary.focus(); summary.scrollIntoView({ block: "center" }); }
  }

  function goTo(id) {
    const target = document.getElementById(id);
    if (!target) return;
    unfoldAround(target);
    const control = target.matches("input,select,textarea,main,[contenteditable]") ? target : $("input:not([type=hidden]),select,textarea,button", target) || target;
    control.focus();
    control.scrollIntoView({ block: "center" });
  }

  /* A form that says what is missing as soon as a field was visited, and opens its button when all is well. */
  function validate(form, visited) {
    for (const input of $$("input", form)) {
      const box = document.getElementById(`${input.id}-error`);
      if (!box || (visited && visited !== input)) continue;
      const wrong = input.validity.valueMissing ? input.dataset.required : input.validity.valid ? "" : input.dataset.invalid;
      if (visited || box.textContent) { box.textContent = wrong || ""; input.setAttribute("aria-invalid", wrong ? "true" : "false"); }
    }
    form.toggleAttribute("data-incomplete", !form.checkValidity());
    const submit = $("[data-submit]", form);
    if (submit) submit.toggleAttribute("data-shut", !form.checkValidity());
    if (submit) submit.setAttribute("aria-disabled", form.checkValidity() ? "false" : "true");
  }

  /* ---- lines in order: named, folded, moved, asked about before they go (admin_app/kit/forms/lines_page.py) ---- */

  let held = null;
  let agreed = null;

  const plain = (text) => /<\w/.test(text)
    ? new DOMParser().parseFromString(text.replace(/<\/|<br/g, " $&"), "text/html").body.textContent : text;

  function nameLines(form) {
    for (const each of $$("[data-names]", form)) {
      const text = plain(form.elements[each.dataset.names]?.value || "").replace(/\s+/g, " ").trim().slice(0, 120);
      if (each.textContent !== text) each.textContent = text;
    }
    for (const each of $$("[data-tells]", form)) {
      const chosen = $(`[name="${CSS.escape(each.dataset.tells)}"]:checked`, form);
      const text = chosen ? chosen.closest("label").textContent : "";
      if (each.textContent === text) continue;
      each.textContent = text;
      each.dataset.tone = JSON.parse(each.dataset.tones)[chosen?.value] || "quiet";
    }
  }

  const headOf = (line) => $$(".line-label, .line-name", $(".line-head", line)).map((each) => each.textContent).filter(Boolean).join(" · ");
  const textsOf = (line) => $$("input:not([type=radio], [type=checkbox]), textarea", line).filter((each) => each.name);

  function fold(line, folded) {
    line.toggleAttribute("data-folded", folded);
    $("[data-folds]", line)?.setAttribute("aria-expanded", String(!folded));
  }

  function unfoldAround(element) {
    for (let line = element.closest("[data-folded]"); line; line = line.parentElement.closest("[data-folded]")) fold(line, false);
  }

  function mayGo(button) {
    const line = button.closest("[data-line]");
    const dialog = document.getElementById("remove-line");
    if (agreed === button || !dialog || !textsOf(line).some((each) => each.value.trim())) { agreed = null; return true; }
    $("[data-what]", dialog).textContent = headOf(line);
    $("[data-goes]", dialog).replaceChildren(...$$("[data-line]", line).map((below) => {
      const item = document.createElement("li");
      item.textContent = headOf(below);
      return item;
    }));
    dialog.onclose = () => { if (dialog.returnValue === "remove") { agreed = button; button.click(); } };
    dialog.returnValue = "";
    dialog.showModal();
    return false;
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    let found;
    if ((found = at("[data-removes]")) && !mayGo(found)) { event.preventDefault(); event.stopImmediatePropagation(); }
    if ((found = at("[data-folds]"))) { const line = found.closest("[data-line]"); fold(line, !line.hasAttribute("data-folded")); }
    if ((found = at("[data-fold-all]"))) {
      for (const line of $$(":scope > .lines > [data-line]", found.closest(".outline"))) fold(line, Boolean(found.dataset.foldAll));
    }
    if (at("[data-moves]")) held = document.activeElement;
  }, true);

  document.addEventListener("keydown", (event) => {
    const by = event.altKey && !event.ctrlKey && !event.metaKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const line = by && !event.target.matches("select") && event.target.closest("[data-line]");
    const button = line && $(`:scope > .line-head [data-moves="${by}"]`, line);
    if (button) { event.preventDefault(); event.stopPropagation(); button.click(); }
  }, true);

  /* React shows a change of the state some frames after the state itself is here. */
  function once(ready, act, frames = 60) {
    const found = ready();
    if (found) act(found);
    else if (frames) requestAnimationFrame(() => once(ready, act, frames - 1));
  }

  function lineChanged(text) {
    const form = guarded();
    if (form) { nameLines(form); changed(form); }
    const aloud = $("[data-aloud]");
    if (aloud) aloud.textContent = text;
  }

  const lineNamed = (name) => document.getElementById(`line-${name}`);

  /* ---- images: checked here, sent when the server has given a ticket ---- */

  let chosen = null;
  // A form may have an image and a file: what was chosen last of each, and what is still on its way.
  const lastOf = {};
  const sending = {};

  async function chooseImage(input) {
    let file = input.files[0];
    const box = input.closest(".image-input");
    const error = $("[data-image-error]", box);
    const preview = $("[data-preview]", box);
    error.textContent = "";
    chosen = null;
    if (!file) return;
    const limits = input.dataset;
    const problem = file.size > Number(limits.max) ? limits.tooBig : await imageProblem(file, limits);
    if (problem) { error.textContent = problem; input.value = ""; return; }
    const cropper = $("[data-crop]", box);
    if (cropper) {
      file = await cropper.crop(file);
      input.value = "";
      if (!file) return;
    }
    const alternative = $("[data-alt]", box);
    if (alternative) alternative.hidden = false;
    chosen = { file, box, failed: limits.failed };
    preview.src = URL.createObjectURL(file);
    preview.hidden = false;
    prepare("image", input.form);
  }

  function prepare(kind, form) {
    const one = lastOf[kind] = chosen;
    if (form) changed(form);
    sending[kind] = new Promise((resolve) => { one.done = resolve; });
    $("[data-prepare]", one.box).click();
  }

  async function imageProblem(file, limits) {
    if (!["image/png", "image/jpeg"].includes(file.type)) return limits.wrongType;
    try {
      const bitmap = await createImageBitmap(file);
      const sides = [bitmap.width, bitmap.height];
      bitmap.close();
      return sides.every((side) => side >= Number(limits.minSide) && side <= Number(limits.maxSide)) ? "" : limits.wrongSides;
    } catch { return limits.wrongType; }
  }

  const problemIn = (box) => $("[data-image-error], [data-file-error]", box);
  const onBackend = (path) => new URL(path, adminApp.backend || location.origin);

  function sendFile(path, kind) {
    const one = kind ? lastOf[kind] : chosen;
    if (!one) return;
    const { file, box, failed, done } = one;
    const bar = $("[data-progress]", box);
    const request = new XMLHttpRequest();
    const finish = (ok, stopped) => {
      bar.hidden = true;
      delete sending[kind];
      box.removeAttribute("data-sending");
      if (!ok && !stopped) problemIn(box).textContent = failed;
      done(ok);
      if (ok) $("[data-sent]", box)?.click();
    };
    box.setAttribute("data-sending", "");
    request.upload.onprogress = (event) => { bar.hidden = false; bar.value = (100 * event.loaded) / event.total; };
    request.onload = () => finish(request.status === 204);
    request.onerror = () => finish(false);
    request.onabort = () => finish(false, true);
    request.open("POST", onBackend(path));
    request.send(file);
    one.stop = () => request.abort();
  }

  /* ---- other files: checked here by name and size, by their content on the server ---- */

  function chooseFile(input) {
    const file = input.files[0];
    const box = input.closest(".file-input");
    const limits = input.dataset;
    problemIn(box).textContent = "";
    if (!file) return;
    const kinds = input.accept.split(",").filter((each) => each.startsWith("."));
    const problem = !kinds.some((kind) => file.name.toLowerCase().endsWith(kind)) ? limits.wrongType
      : file.size > Number(limits.max) ? limits.tooBig : file.size ? "" : limits.empty;
    if (problem) { problemIn(box).textContent = problem; input.value = ""; return; }
    chosen = { file, box, failed: limits.failed, done: () => { input.value = ""; } };
    if (input.form?.matches("[data-guard]")) { prepare("file", input.form); input.value = ""; return; }
    $("[data-prepare]", box).click();
  }

  /* A folder comes as a file too: its entry tells. */
  function drop(event, zone) {
    const input = $("[data-file]", zone);
    const entry = event.dataTransfer.items[0]?.webkitGetAsEntry?.();
    if (!event.dataTransfer.files.length || (entry && !entry.isFile)) { problemIn(zone).textContent = input.dataset.notAFile; return; }
    const one = new DataTransfer();
    one.items.add(event.dataTransfer.files[0]);
    input.files = one.files;
    chooseFile(input);
  }

  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (event) => {
      const zone = event.target.closest?.(".file-input");
      if (!zone) return;
      event.preventDefault();
      zone.toggleAttribute("data-over", kind === "dragover");
      if (kind === "drop") drop(event, zone);
    });
  }

  /* ---- the cells of an import: sent when they are left, if they have changed ---- */

  const edits = [];
  function commitCell(input) {
    edits.push({ line: input.dataset.line, at: input.dataset.at, text: input.value });
    $("[data-commit]")?.click();
  }

  /* Enter ends a cell and goes on to the next one of the page that is wrong. */
  function nextWrong(event, input) {
    event.preventDefault();
    const cells = $$("[data-cell]");
    const after = cells.slice(cells.indexOf(input) + 1);
    const next = after.find((each) => each.getAttribute("aria-invalid") === "true") || after[0];
    next ? next.focus() : input.blur();
  }

  function fetchFile(path) {
    const link = document.createElement("a");
    link.href = onBackend(path);
    link.download = "";
    link.click();
  }

  /* ---- exports: kept here until the server says that the whole of it was sent ---- */

  const files = {};
  async function holdFile(ticket, path) {
    const stop = new AbortController();
    const file = (files[ticket] = { stop, blob: null });
    file.over = (async () => {
      const answer = await fetch(onBackend(path), { signal: stop.signal });
      if (answer.ok) file.blob = await answer.blob();
    })().catch(() => { /* what is missing is found when it is saved; the server says why */ });
  }

  async function saveFile(ticket, name, size) {
    const file = files[ticket];
    await file?.over;
    if (!file?.blob || file.blob.size !== Number(size)) { $("[data-lost-file]")?.click(); return; }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file.blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function dropFile(ticket) {
    files[ticket]?.stop.abort();
    delete files[ticket];
  }

  /* ---- comboboxes ---- */

  function openOptions(box, open) {
    const list = $("[role=listbox]", box);
    const some = list.children.length > 0;
    list.hidden = !(open && some);
    $("[role=combobox]", box).setAttribute("aria-expanded", String(open && some));
    const none = $(".no-choice", box);
    none.hidden = !(open && !some && box.dataset.asked === "done");
    if (!open) mark(box, null);
    else if (some) list.scrollIntoView({ block: "nearest" });
  }

  function mark(box, option) {
    for (const each of $$("[role=option]", box)) each.setAttribute("aria-selected", String(each === option));
    const text = $("[role=combobox]", box);
    if (option) {
      option.id = option.id || `option-${Math.random().toString(36).slice(2)}`;
      text.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else text.removeAttribute("aria-activedescendant");
  }

  function pick(box, option) {
    const hidden = $("[data-chosen]", box);
    hidden.value = option ? option.dataset.value : "";
    $("[role=combobox]", box).value = option ? option.dataset.label : "";
    openOptions(box, false);
    if (hidden.dataset.param) setParam(hidden, hidden.value);
    else if (hidden.form?.matches("[data-guard]")) { fillParts(hidden); changed(hidden.form); }
  }

  /* Inputs that are parts of a chosen value (address.latitude) start with what it says. */
  function fillParts(hidden) {
    const parts = $$(`[name^="${CSS.escape(hidden.name)}."]`, hidden.form);
    const whole = parts.length && hidden.value ? JSON.parse(hidden.value) : {};
    for (const each of parts) {
      each.value = whole[each.name.slice(hidden.name.length + 1)] ?? "";
      each.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  function comboKey(event, box) {
    const options = $$("[role=option]", box);
    const at = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      openOptions(box, true);
      mark(box, options[(at + step + options.length) % options.length]);
    } else if (event.key === "Enter" && at >= 0) pick(box, options[at]);
    else if (event.key === "Escape" && !$("[role=listbox]", box).hidden) openOptions(box, false);
    else return;
    event.preventDefault();
  }

  /* ---- the address of a list ---- */

  const timers = {};
  // Back changes the address under the field that has the focus; what is being typed must not be overwritten otherwise.
  let wentBack = false;
  window.addEventListener("popstate", () => { wentBack = true; });

  /* A list inside a record is behind the # of its address, so that the record is not asked for again. */
  const innerQuery = (inner) => {
    const [key, query] = location.hash.slice(1).split("?");
    return key === inner.dataset.inner ? query || "" : "";
  };

  function turn(hash) {
    const [key, query] = hash.slice(1).split("?");
    history.replaceState(history.state, "", location.pathname + location.search + (query ? hash : ""));
    $(`[data-inner="${key}"] [data-turns]`)?.click();
  }

  function setParam(input, value, wait) {
    const name = input.dataset.param;
    const inner = input.closest("[data-inner]");
    wentBack = false;
    clearTimeout(timers[name]);
    timers[name] = setTimeout(() => {
      const query = new URLSearchParams(inner ? innerQuery(inner) : location.search);
      if ((query.get(name) || "") === value) return;
      query.delete("page");
      value ? query.set(name, value) : query.delete(name);
      const text = query.toString();
      if (inner) turn(`#${inner.dataset.inner}?${text}`);
      else go(location.pathname + (text ? `?${text}` : ""), { replace: Boolean(wait) });
    }, wait || 0);
  }

  function go(address, options) {
    if (navigate) navigate(address, options);
    else location.assign(address);
  }

  /* ---- selection: kept by list, across pages ---- */

  const selections = {};
  const selectionOf = (list) => {
    const key = `${list.dataset.list}:${list.dataset.of || ""}`;
    return (selections[key] = selections[key] || new Set());
  };

  function drawSelection(list) {
    const chosenIds = selectionOf(list);
    for (const box of $$("[data-select]", list)) {
      box.checked = chosenIds.has(box.dataset.select);
      box.closest("tr").toggleAttribute("data-selected", box.checked);
    }
    const boxes = $$("[data-select]", list);
    const all = $("[data-select-page]", list);
    if (all) {
      all.checked = boxes.length > 0 && boxes.every((box) => box.checked);
      all.indeterminate = !all.checked && boxes.some((box) => box.checked);
    }
    const bar = $("[data-bulk]", list);
    if (!bar) return;
    bar.classList.toggle("shown", chosenIds.size > 0);
    const count = chosenIds.size.toLocaleString(root.lang);
    for (const each of $$("[data-count]", list)) if (each.textContent !== count) each.textContent = count;
    for (const each of $$("[data-ids]", list)) each.value = [...chosenIds].join(",");
    for (const each of $$("[data-needs-selection]", list)) {
      each.disabled = !chosenIds.size;
      if (each.checked && each.disabled) $(`[name="${each.name}"]:enabled`, each.form).checked = true;
    }
    for (const each of $$("[data-many]", list)) each.hidden = chosenIds.size < 2;
    drawGates(list);
  }

  // What is done to many starts once their number was typed.
  function drawGates(list) {
    const size = selectionOf(list).size;
    for (const gate of $$("[data-gate]", list)) {
      const typed = $("[data-typed]", gate.closest("form")).value.replace(/\s/g, "");
      gate.disabled = size > 1 && typed !== String(size);
    }
  }

  /* A button may open a dialog with one of its choices made: `scope=selected`. */
  function openDialog(button) {
    const dialog = document.getElementById(button.dataset.opens);
    const [name, value] = (button.dataset.picks || "").split("=");
    const choice = value && $(`[name="${name}"][value="${value}"]`, dialog);
    if (choice) choice.checked = true;
    showDialog(dialog);
  }

  /* A choice that is changed in its row: what the change does is said, and it takes a click to make it. */
  function offerChange(select) {
    const box = select.closest("[data-change]");
    box.toggleAttribute("data-changed", select.value !== select.dataset.was);
    $("[data-note]", box).textContent = select.selectedOptions[0].dataset.says || "";
  }

  let lastBox = null;
  function toggleRow(box, range) {
    const list = box.closest("[data-list]");
    const boxes = $$("[data-select]", list);
    const from = range && lastBox ? boxes.indexOf(lastBox) : -1;
    const to = boxes.indexOf(box);
    const touched = from < 0 ? [box] : boxes.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const each of touched) selectionOf(list)[box.checked ? "add" : "delete"](each.dataset.select);
    lastBox = box;
    drawSelection(list);
  }

  /* ---- columns ---- */

  function drawColumns(details) {
    const key = `admin_app.columns.${details.dataset.columns}`;
    const kept = JSON.parse(store.get(localStorage, key) || "{}");
    const hidden = [];
    for (const box of $$("[data-column]", details)) {
      const name = box.dataset.column;
      if (name in kept) box.checked = kept[name];
      if (!box.checked) hidden.push(`[data-list="${details.dataset.columns}"] [data-col="${CSS.escape(name)}"]`);
    }
    let style = document.getElementById("hidden-columns");
    if (!style) { style = document.createElement("style"); style.id = "hidden-columns"; document.head.append(style); }
    style.textContent = hidden.length ? `${hidden.join(",")}{display:none}` : "";
  }

  function keepColumns(details) {
    const kept = Object.fromEntries($$("[data-column]", details).map((box) => [box.dataset.column, box.checked]));
    store.set(localStorage, `admin_app.columns.${details.dataset.columns}`, JSON.stringify(kept));
    drawColumns(details);
  }

  /* ---- leaving a form with unsaved work ---- */

  // Work that is no form: an import whose lines were not all sent.
  const unfinished = () => Boolean($("[data-unfinished]"));

  function ask(proceed) {
    const dialog = document.getElementById(dirty ? "leave" : "leave-unfinished");
    if (!dialog) { proceed("discard"); return; }
    dialog.onclose = () => proceed(dialog.returnValue || "stay");
    dialog.returnValue = "";
    dialog.showModal();
  }

  function discard() {
    const form = guarded();
    if (form) store.set(sessionStorage, draftKey(form), null);
    clearTimeout(draftTimer);
    interrupted = null;
    setDirty(false);
  }

  window.addEventListener("beforeunload", (event) => {
    if (!(dirty || unfinished()) || leaving) return;
    event.preventDefault();
    event.returnValue = "";
    // Reflex drops its socket here; if the person stays, it only reconnects when the page becomes visible again.
    setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 500);
    setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 3000);
  });

  /* ---- events ---- */

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    let found;
    if ((found = at("[data-asks-first]")) && (dirty || unfinished()) && !leaving) {
      event.preventDefault();
      event.stopImmediatePropagation();
      ask((answer) => {
        if (answer === "discard") { discard(); leaving = true; found.click(); setTimeout(() => { leaving = false; }, 0); }
        if (answer === "save") $("[data-save]")?.click();
      });
      return;
    }
    if ((found = at("[data-inner] a")) && found.hash.startsWith(`#${found.closest("[data-inner]").dataset.inner}?`) && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      turn(found.hash);
    }
    if ((found = at("[data-shut]"))) { event.preventDefault(); validateAll(found.form); return; }
    if ((found = at("[data-save-file]"))) saveFile(found.dataset.saveFile, found.dataset.name, found.dataset.bytes);
    if ((found = at("[data-closes]"))) found.closest("dialog").close();
    if ((found = at("[data-opens]"))) openDialog(found);
    if ((found = at("[data-toggles]"))) toggle(found);
    if ((found = at("[data-confirms]"))) { found.closest("dialog").close(); confirm(found.form, "yes"); found.form.requestSubmit(); }
    if ((found = at("[data-answer]"))) found.closest("dialog").close(found.dataset.answer);
    if (at("[data-retry]") && adminApp.pending) { leaving = true; location.assign(adminApp.pending); }
    if (at("[data-toggle-theme]")) setTheme(root.dataset.theme === "dark" ? "light" : "dark");
    if (at("[data-toggle-drawer]")) toggleDrawer();
    else if (at(".drawer a")) root.removeAttribute("data-overlay");
    else if (root.hasAttribute("data-overlay") && !at(".drawer")) root.removeAttribute("data-overlay");
    if ((found = at("[data-copy]"))) copy(found, found.dataset.copy);
    if ((found = at("[data-copy-table]"))) copy(found, textOf(document.getElementById(found.dataset.copyTable)));
    if (at("[data-reload]")) location.reload();
    if (at("[data-stop-sending]")) chosen?.stop?.();
    if ((found = at("[data-goto]"))) { event.preventDefault(); goTo(found.dataset.goto); }
    if ((found = at("[data-clear-selection]"))) { const list = found.closest("[data-list]"); selectionOf(list).clear(); drawSelection(list); }
    if ((found = at("[role=option]"))) pick(found.closest(".combobox"), found);
    if ((found = at("[data-clear]"))) { const box = found.closest(".combobox"); pick(box, null); $("[role=combobox]", box).focus(); }
    if ((found = at("[data-restore]"))) { found.closest("[data-draft]").hidden = true; $("[data-restored]").click(); setDirty(true); }
    if ((found = at("[data-discard]"))) { found.closest("[data-draft]").hidden = true; discard(); }
    for (const details of $$("details.dropdown[open]")) if (!details.contains(event.target)) details.open = false;
    for (const box of $$(".combobox")) if (!box.contains(event.target)) openOptions(box, false);
    if ((found = at("[data-select]"))) toggleRow(found, event.shiftKey);
  }, true);

  document.addEventListener("change", (event) => {
    const target = event.target;
    if (target.matches("[data-select-page]")) {
      const list = target.closest("[data-list]");
      for (const box of $$("[data-select]", list)) selectionOf(list)[target.checked ? "add" : "delete"](box.dataset.select);
      drawSelection(list);
    }
    if (target.matches("[data-column]")) keepColumns(target.closest("[data-columns]"));
    if (target.matches("[data-image]")) chooseImage(target);
    if (target.matches("[data-file]")) chooseFile(target);
    if (target.matches("[data-cell]")) commitCell(target);
    if (target.matches("[data-was]")) offerChange(target);
    if (target.matches("select[data-param], input[type=date][data-param]")) setParam(target, target.value);
    if (target.form && target.form.matches("[data-guard]") && !target.matches("[type=file]")) changed(target.form);
    if (probes(target.form).includes(target.name)) $("[data-probe]", target.form)?.click();
  });

  document.addEventListener("input", (event) => {
    const target = event.target;
    if (target.matches("input[data-param]:not([type=date]):not([type=hidden])")) setParam(target, target.value.trim(), 300);
    const box = target.closest(".combobox");
    if (box && target.matches("[role=combobox]")) {
      $("[data-chosen]", box).value = target.value.trim() ? "?" : "";
      box.dataset.asked = target.value.trim().length > 1 ? "asked" : "";
    }
    if (target.form && target.form.matches("[data-guard]") && !target.matches("[type=file]")) changed(target.form);
    if (target.form && target.form.matches("[data-validates]")) validate(target.form);
    if (target.matches("[data-typed]")) drawGates(target.closest("[data-list]"));
  });

  // A reason that was dismissed stays away until its button is reached again.
  for (const kind of ["focusin", "pointerover"]) {
    document.addEventListener(kind, (event) => {
      const tip = event.target.closest?.(".why");
      for (const each of $$(".why[data-dismissed]")) if (each !== tip || kind === "focusin") delete each.dataset.dismissed;
    });
  }

  document.addEventListener("focusout", (event) => {
    const form = event.target.form;
    const within = form && form.contains(event.relatedTarget);
    if (within && form.matches("[data-validates]") && event.target.matches("input")) validate(form, event.target);
    const box = event.target.closest && event.target.closest(".combobox");
    if (box && !box.contains(event.relatedTarget)) setTimeout(() => openOptions(box, false), 150);
  });

  function validateAll(form) {
    for (const input of $$("input", form)) validate(form, input);
    $("input:invalid", form)?.focus();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-validates]") && !form.checkValidity()) { event.preventDefault(); event.stopImmediatePropagation(); validateAll(form); return; }
    if (form.matches("[data-guard]")) {
      const coming = Object.values(sending);
      if (coming.length) { event.preventDefault(); event.stopImmediatePropagation(); Promise.all(coming).then(() => form.requestSubmit()); return; }
      if (Date.now() - asked < ANSWER_LIMIT) { event.preventDefault(); event.stopImmediatePropagation(); return; }
      asked = Date.now();
      keepDraft(form);
    }
    if (form.matches("[data-closes-on-submit]")) form.closest("dialog").close();
  }, true);

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const box = target.closest && target.closest(".combobox");
    if (box && target.matches("[role=combobox]")) { comboKey(event, box); if (event.defaultPrevented) return; }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && guarded()) {
      event.preventDefault();
      const save = $("[data-save]");
      if (save && !save.disabled) guarded().requestSubmit(save);
      return;
    }
    if (event.key === "Enter" && target.matches("[data-cell]")) nextWrong(event, target);
    if (event.key === "Escape") {
      root.removeAttribute("data-overlay");
      for (const each of $$(".why:is(:hover, :focus-within)")) each.dataset.dismissed = "";
      for (const details of $$("details.dropdown[open]")) { details.open = false; $("summary", details).focus(); }
    }
    if (target.matches("input,select,textarea,[contenteditable]") && !target.matches("[data-select]")) return;
    if (event.key === "/" && !event.ctrlKey && !event.metaKey) {
      const search = $("[data-param][type=search]");
      if (search) { event.preventDefault(); search.focus(); search.select(); }
    }
    const row = target.closest && target.closest("tr[data-testid=row]");
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (row || target.matches(".table-scroll"))) moveRow(event, row);
    if (event.key === " " && row && target.matches("a")) { event.preventDefault(); $("[data-select]", row)?.click(); }
  });

  function moveRow(event, row) {
    const rows = $$("tr[data-testid=row]");
    const next = row ? rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)] : rows[0];
    if (next) { event.preventDefault(); $("a.main-link", next)?.focus(); }
  }

  // A notice lives as long as the animation of its time line, which hover and focus pause.
  document.addEventListener("animationend", (event) => {
    if (event.target.matches(".notice-life")) $("button", event.target.parentElement)?.click();
  });

  window.addEventListener("storage", (event) => {
    if (event.key === "admin_app.token") setTimeout(() => $("[data-follow]")?.click(), 50);
    if (event.key === "admin_app.theme" && event.newValue) root.dataset.theme = event.newValue;
  });

  /* ---- small things ---- */

  function setTheme(theme) {
    root.dataset.theme = theme;
    store.set(localStorage, "admin_app.theme", theme);
    drawTheme();
  }

  function drawTheme() {
    for (const each of $$("[data-toggle-theme]")) {
      const pressed = String(root.dataset.theme === "dark");
      if (each.getAttribute("aria-pressed") !== pressed) each.setAttribute("aria-pressed", pressed);
    }
  }

  function toggle(button) {
    const panel = document.getElementById(button.dataset.toggles);
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
  }

  function toggleDrawer() {
    if (matchMedia("(max-width: 900px)").matches) {
      root.toggleAttribute("data-overlay");
      if (root.hasAttribute("data-overlay")) setTimeout(() => $(".drawer a")?.focus(), 50);
      return;
    }
    root.dataset.drawer = root.dataset.drawer === "closed" ? "open" : "closed";
    store.set(localStorage, "admin_app.drawer", root.dataset.drawer);
  }

  function showDialog(dialog) {
    if (!dialog || dialog.open) return;
    for (const each of $$("[data-typed]", dialog)) { each.value = ""; drawGates(each.closest("[data-list]")); }
    dialog.showModal();
  }

  const textOf = (table) => [...table.rows].map((row) => [...row.cells].map((each) => each.textContent).join("\t")).join("\n");

  async function copy(button, text) {
    try { await navigator.clipboard.writeText(text); } catch { return; }
    button.setAttribute("data-done", "");
    setTimeout(() => button.removeAttribute("data-done"), 1500);
  }

  /* ---- what React renders later ---- */

  let screen = "";
  let drawing = false;
  function draw() {
    drawing = false;
    for (const list of $$("[data-list]")) drawSelection(list);
    for (const details of $$("[data-columns]")) if (!details.dataset.drawn) { details.dataset.drawn = "yes"; drawColumns(details); }
    for (const each of $$("[data-value]:not([role=option])")) {
      if (each.dataset.seen === each.dataset.value) continue;
      each.dataset.seen = each.dataset.value;
      if (wentBack || each !== document.activeElement) each.value = each.dataset.value;
    }
    for (const each of $$(".combobox [data-text]")) {
      if (each.dataset.seenText === each.dataset.text) continue;
      each.dataset.seenText = each.dataset.text;
      if (wentBack || each !== document.activeElement) each.value = each.dataset.text;
    }
    for (const form of $$("form[data-guard]")) if (!form.dataset.drawn) { form.dataset.drawn = "yes"; offerDraft(form); }
    if (guarded()) { follow(guarded()); nameLines(guarded()); }
    for (const form of $$("form[data-validates]")) if (form.dataset.drawn !== root.lang) { form.dataset.drawn = root.lang; validate(form); }
    for (const each of $$("img:not([data-watched])")) {
      each.dataset.watched = "";
      each.addEventListener("error", () => { each.dataset.broken = ""; });
      each.addEventListener("load", () => { delete each.dataset.broken; });
    }
    guarded()?.toggleAttribute("data-dirty", dirty);
    if (dirty && !guarded()) {
      interrupted = { key: typedIn, path: location.pathname };
      dirty = false;
    }
    drawTheme();
    arrive();
  }

  /* A new screen: nothing unsaved is left, and the focus goes to its title, so that it is announced. */
  function arrive() {
    const main = $("main[data-screen]");
    const now = main ? `${location.pathname} ${main.dataset.screen}` : "";
    if (!main || main.dataset.state === "loading" || now === screen) return;
    const first = !screen;
    screen = now;
    if (!first && (!document.activeElement || document.activeElement === document.body)) $("h1", main)?.focus({ preventScroll: true });
  }

  function options(mutations) {
    for (const mutation of mutations) {
      const list = mutation.target.closest && mutation.target.closest("[role=listbox]");
      if (!list) continue;
      const box = list.closest(".combobox");
      if (box.contains(document.activeElement)) { box.dataset.asked = "done"; openOptions(box, true); }
    }
  }

  new MutationObserver((mutations) => {
    options(mutations.filter((each) => each.type === "childList"));
    if (!drawing) { drawing = true; requestAnimationFrame(draw); }
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-value", "data-text", "data-state", "data-screen", "lang"] });

  /* ---- called from Python (kit/script.py) ---- */

  let chunkTimer = 0;
  const adminApp = {
    backend: "",
    pending: "",
    routed: (to) => { navigate = to; },
    blocks: ({ currentLocation, nextLocation }) =>
      (dirty || unfinished()) && !leaving && currentLocation.pathname !== nextLocation.pathname,
    asked: (now) => {
      blocker = now;
      if (now.state !== "blocked") return;
      ask((answer) => {
        if (answer === "discard") { discard(); blocker.proceed(); }
        else { blocker.reset(); if (answer === "save") $("[data-save]")?.click(); }
      });
    },
    navigating: (state, wanted, limit, late) => {
      clearTimeout(chunkTimer);
      if (state === "loading") chunkTimer = setTimeout(() => { adminApp.pending = wanted; late(); }, limit);
      root.toggleAttribute("data-navigating", state === "loading");
      store.set(sessionStorage, "admin_app.wanted", state === "loading" ? wanted : null);
      return () => clearTimeout(chunkTimer);
    },
    leave: (address) => {
      const form = guarded();
      if (form) keepDraft(form);
      leaving = true;
      for (const key of ["admin_app.token", "admin_app.refresh_token", "admin_app.last_activity"]) store.set(localStorage, key, "");
      store.set(sessionStorage, "token", null);
      location.assign(address);
    },
    reload: () => { leaving = true; location.reload(); },
    lineAdded: (name, text) => once(() => lineNamed(name), (line) => {
      lineChanged(text);
      const first = $("[name]:not([type=hidden], [type=radio], [type=checkbox], [hidden])", line) || $("button", line);
      first?.focus();
      line.scrollIntoView({ block: "nearest" });
    }),
    lineRemoved: (near, text) => once(() => lineNamed(near) || document.getElementById(`add-${near}`), (next) => {
      lineChanged(text);
      const inside = next.matches("button") ? next : $("button, [name]:not([type=hidden], [hidden])", next);
      (inside || $(":scope > button", next.closest("fieldset")))?.focus(); // a locked line has nothing to focus
    }),
    lineMoved: (name, rank, text) => once(() => {
      const line = lineNamed(name);
      return line && [...line.parentElement.children].indexOf(line) === rank - 1 && line;
    }, (line) => {
      lineChanged(text);
      if (held?.isConnected && document.activeElement !== held) held.focus({ preventScroll: true });
      line.scrollIntoView({ block: "nearest" });
    }),
    // A file to look at comes from the backend, which may stand elsewhere; its address works once.
    showFile: (id, path) => once(() => document.getElementById(id), (each) => {
      each[each.matches("a") ? "href" : "src"] = new URL(path, adminApp.backend || location.origin).href;
    }),
    answered: () => { asked = 0; },
    saved: () => { asked = 0; discard(); },
    refused: () => { asked = 0; setTimeout(showProblems, 50); },
    // The list may be as empty as before: nothing in the page tells that the answer is there.
    proposed: (name) => setTimeout(() => {
      const box = $(`[data-chosen][name="${CSS.escape(name)}"]`)?.closest(".combobox");
      if (box && box.contains(document.activeElement) && box.dataset.asked) { box.dataset.asked = "done"; openOptions(box, true); }
    }, 50),
    focusFirst: (selector) => once(() => $(selector), (each) => each.focus()),
    selected: (key, ids) => {
      const lists = $$(`[data-list="${key}"]`);
      if (!lists.length) selections[`${key}:`] = new Set(ids);
      for (const list of lists) {
        selectionOf(list).clear();
        for (const id of ids) selectionOf(list).add(id);
        drawSelection(list);
      }
    },
    askToSave: () => { asked = 0; setTimeout(() => document.getElementById("ask-to-save")?.showModal(), 50); },
    probed: () => {
      const form = guarded();
      return form ? Object.fromEntries(probes(form).map((name) => [name, form.elements[name]?.value || ""])) : {};
    },
    draft: () => {
      const form = guarded();
      const kept = form && store.get(sessionStorage, draftKey(form));
      return kept ? JSON.parse(kept).data : {};
    },
    select: (key, ids) => {
      const list = $(`[data-list="${key}"]`);
      if (!list) return;
      for (const id of ids) selectionOf(list).add(id);
      drawSelection(list);
    },
    edit: () => edits.shift() ?? {},
    arrived: (id) => once(() => document.getElementById(id), (title) => title.focus()),
    focusOn: (id) => once(() => document.getElementById(id), (control) => {
      control.focus();
      control.scrollIntoView({ block: "center", inline: "center" });
    }),
    // React takes the line away a little later: its number says when.
    lineGone: (number) => once(() => !document.getElementById(`n${number}`) && $("main"), (main) => {
      const next = $$("tr[data-testid=row]", main).find((each) => Number(each.dataset.id) > number);
      ($("button", next?.lastElementChild) || document.getElementById("import-lines"))?.focus();
    }),
    fileName: () => chosen?.file.name ?? "",
    sendFile,
    turn,
    openDialog: (id) => setTimeout(() => showDialog(document.getElementById(id)), 50),
    closeDialog: (id) => document.getElementById(id)?.close(),
    fetchFile,
    holdFile,
    saveFile,
    dropFile,
  };
  window.adminApp = adminApp;
})();
