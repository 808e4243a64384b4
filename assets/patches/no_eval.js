/* What Python may have done in the page: one of the script's commands with JSON values. Reflex evaluates whatever text
 * comes over its socket; this takes its place (`no_eval` of admin_app/patches/state_js.py), so that the policy can forbid eval to everybody. */

const CALL = /^window\.adminApp\.(\w+)\((.*)\)$/s;

/* Call a command as `run` of admin_app/kit/script.py writes it: `window.adminApp.leave("/login")`. */
export function perform(code) {
  const [, name, values] = CALL.exec(code) ?? [];
  if (!Object.hasOwn(window.adminApp, name)) {
    // Reflex catches what is thrown here.
    console.error("this is no command of the script");
    throw new Error("this is no command of the script");
  }
  return window.adminApp[name](...JSON.parse(`[${values}]`));
}
