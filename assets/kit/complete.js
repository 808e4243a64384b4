/* A form that is to be complete before it is sent (the sign-in form): its button says so, and the server what is missing. */

import { all, on, onDraw, one } from "./page.js";

const check = (form) => one("[type=submit]", form).setAttribute("aria-disabled", String(!form.checkValidity()));

on("input", "[data-complete] input", ({ form }) => check(form));
onDraw(() => all("[data-complete]").forEach(check));
