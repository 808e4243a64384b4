/* A button that prints: what the page gives to paper, its stylesheet says. */

import { on } from "./page.js";

on("click", "[data-prints]", () => window.print());
