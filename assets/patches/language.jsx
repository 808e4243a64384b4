/* Keeps `<html lang>` true, and applies the stored language before the server has answered.
 * A component of its own: effects written as hooks of a page would run outside the state's provider. */

import { useContext, useEffect } from "react";
import { DispatchContext, useStateContext } from "$/utils/context-registry";

export function DocumentLanguage({ children, state, field, storage, languages }) {
  const dispatch = useContext(DispatchContext)[state];
  const chosen = useStateContext(state)[field];
  const language = languages.includes(chosen) ? chosen : languages[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    const kept = localStorage.getItem(storage);
    if (languages.includes(kept)) dispatch({ [field]: kept });
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return children;
}
