/* What must not make a round trip: theme, drawer, dialogs, row selection, copy, keyboard, unsaved work.
 * Everything is driven by data-* attributes that the kit writes (admin_app/kit/); no entity is known here.
 * Modules that stop an event for the others come first.
 * What is named here is what Python may call (admin_app/kit/script.py, `run`). */

import "./saving.js";

export { choosePeriod, dated, today } from "./dates.js";

export { draft, draftWas, pretendDraft, typed } from "./drafts.js";
export { attached, fileName, pictureOf, sendFile } from "./files.js";
export { content, followOn } from "./following.js";
export { answered, askToSave, refused, saved, stayed } from "./forms.js";
export { idleIn, signedInAgain, signInAgain } from "./idle.js";
export { leave, openInstead, reload } from "./leaving.js";
export { linesChanged } from "./lines.js";

import "./inputs.js";

export { turn } from "./address.js";
export { focusFirst, focusOn } from "./cells.js";
export { proposed } from "./combobox.js";
export { dropFile, fetchFile, holdFile, saveFile, showFile } from "./output.js";
export { given } from "./page.js";
export { closeDialog, openDialog } from "./popups.js";
export { select, selected } from "./selection.js";

import "./late.js";
import "./notices.js";
import "./shell.js";
import "./palette.js";
import "./roving.js";
import "./rows.js";
import "./sections.js";
import "./tabs.js";
