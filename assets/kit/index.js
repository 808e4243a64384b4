/* What must not make a round trip: theme, drawer, dialogs, row selection, copy, keyboard, unsaved work.
 * Everything is driven by data-* attributes that the kit writes (admin_app/kit/); no entity is known here.
 * Modules that stop an event for the others come first. */

import { discard, draft, pretendDraft } from "./drafts.js";
import { answered, askToSave, probed, refused } from "./forms.js";
import { leave, reload } from "./leaving.js";
import { lineAdded, lineMoved, lineRemoved } from "./lines.js";
import { fileName, sendFile } from "./sending.js";
import "./files.js";
import { turn } from "./address.js";
import { proposed } from "./combobox.js";
import { dropFile, fetchFile, holdFile, saveFile, showFile } from "./exports.js";
import { select, selected } from "./selection.js";
import "./columns.js";
import { arrived, edit, focusFirst, focusOn, lineGone } from "./cells.js";
import "./validation.js";
import { closeDialog, openDialog } from "./dialogs.js";
import "./clipboard.js";
import "./shell.js";

function saved() {
  answered();
  discard();
}

/* What Python may call (admin_app/kit/script.py, `run`). */
export const commands = {
  answered,
  arrived,
  askToSave,
  closeDialog,
  draft,
  dropFile,
  edit,
  fetchFile,
  fileName,
  focusFirst,
  focusOn,
  holdFile,
  leave,
  lineAdded,
  lineGone,
  lineMoved,
  lineRemoved,
  openDialog,
  pretendDraft,
  probed,
  proposed,
  refused,
  reload,
  saved,
  saveFile,
  select,
  selected,
  sendFile,
  showFile,
  turn,
};
