/* Whether lines are online (admin_app/kit/forms/formset_ordered.py): the colour of their menus, what is said while some
 * are drafts, and all of them put online at once. Before forms.js, so that a save that follows has them. */

import { all, on, onDraw } from "./page.js";

const isDraft = (mark) => mark.value !== mark.dataset.marks;

function paint() {
  for (const mark of all("[data-marks]")) {
    mark.dataset.tone = JSON.parse(mark.dataset.tones)[mark.value] || "quiet";
  }
  for (const told of all("[data-drafts]")) {
    told.hidden = !all("[data-marks]", told.closest("form")).some(isDraft);
  }
}

on("click", "[data-marks-all]", (button) => {
  for (const mark of all("[data-marks]", button.form).filter(isDraft)) {
    mark.value = mark.dataset.marks;
    mark.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
on("change input", "[data-marks]", paint);
onDraw(paint);
