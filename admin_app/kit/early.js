/* Written into every page (script.py), before anything is painted and before any other code: what would be seen to
 * change otherwise (address, theme, drawer, language), and what is said where the code of the first screen fails. */
(() => {
  const FIRST_CODE_LIMIT = 120000;
  const FAILURE_LIMIT = 3000;
  const root = document.documentElement;
  const kept = document.getElementById("no-code").content;

  const { pathname, search, hash } = location;
  if (pathname !== "/" && pathname.endsWith("/")) {
    history.replaceState(history.state, "", pathname.slice(0, -1) + search + hash);
  }
  try {
    root.dataset.theme = localStorage.getItem("admin_app.theme") || "light";
    root.dataset.drawer = localStorage.getItem("admin_app.drawer") || "open";
    root.lang = localStorage.getItem("locale") || root.lang;
    // React Router reloads the page it is on when the code of the next one does not come: go on to that one.
    const wanted = sessionStorage.getItem("admin_app.wanted");
    sessionStorage.removeItem("admin_app.wanted");
    if (wanted && wanted !== location.pathname + search) location.replace(wanted);
  } catch {
    root.dataset.theme ||= "light"; // Storage is shut.
  }

  const isRunning = () => root.hasAttribute("data-routed");

  /* The code of the first screen did not come, or failed: React is not there to say so. */
  function sayNoCode() {
    const main = document.querySelector("main");
    if (isRunning() || !main) return;
    main.replaceChildren(kept.cloneNode(true));
    main.querySelector(`[lang]:not([lang=${root.lang}])`).remove();
    main.querySelector("[data-reload]").onclick = () => location.reload();
    main.dataset.screen = main.dataset.state = "error";
    document.title = main.querySelector("h1").textContent;
  }

  function sayLater(limit) {
    if (!isRunning()) setTimeout(sayNoCode, limit);
  }

  sayLater(FIRST_CODE_LIMIT);
  // A script that did not come tells at once; one that fails may not be needed.
  addEventListener("error", ({ target }) => sayLater(target instanceof HTMLScriptElement ? 0 : FAILURE_LIMIT), true);
  addEventListener("unhandledrejection", () => sayLater(FAILURE_LIMIT));
})();
