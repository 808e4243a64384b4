/* The script and React: it gets the router's functions, and is called when React has drawn what the state says. */

import { useEffect, useState } from "react";
import { useBlocker, useNavigate, useNavigation } from "react-router";
import { backend } from "../patches/backend.js";
import { routed } from "./address.js";
import { hurry } from "./calm.js";
import * as commands from "./index.js";
import { asked, blocks, navigating } from "./leaving.js";
import { start } from "./page.js";
import { setBackend } from "./sending.js";

/* A call may come in the same turn as the change of the state it follows, before React has drawn that: have it done. */
const drawnFirst =
  (act) =>
  (...values) => {
    hurry();
    return act(...values);
  };

// Not where pages are written ahead of time: there is no document.
if (typeof document !== "undefined") {
  window.adminApp = Object.fromEntries(Object.entries(commands).map(([name, act]) => [name, drawnFirst(act)]));
  start();
}

/* A component of its own: hooks of a wrapper run above the error boundary, which could not catch the error. */
export function Bridge({ limit }) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const blocker = useBlocker(blocks);
  const [late, setLate] = useState(false);
  const wanted = navigation.location ? navigation.location.pathname + navigation.location.search : "";
  useEffect(() => routed(navigate), [navigate]);
  useEffect(() => asked(blocker), [blocker]);
  useEffect(() => setBackend(backend()), []);
  useEffect(() => navigating(navigation.state, wanted, limit, () => setLate(true)), [navigation.state, wanted, limit]);
  if (late) throw new Error("the code of the screen did not load in time");
  return null;
}
