/* The proof that a tab is itself: a secret of its own, which no address and no log holds (admin_app/kit/session/connections.py).
 * It lives as long as the tab's token: a reload finds what the server kept, a sign-out forgets both. */

import { read, write } from "../kit/storage.js";

const NAME = "admin_app.tab";
const BYTES = 32;
let proof = "";

export function tabProof() {
  proof ||= read(sessionStorage, NAME) ?? "";
  if (!proof) {
    const made = crypto.getRandomValues(new Uint8Array(BYTES));
    proof = Array.from(made, (byte) => byte.toString(16).padStart(2, "0")).join("");
    write(sessionStorage, NAME, proof);
  }
  return proof;
}

export function forgetTab() {
  proof = "";
  write(sessionStorage, NAME, null);
  write(sessionStorage, "token", null);
}
