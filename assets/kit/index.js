/* What must not make a round trip: theme, drawer, dialogs, row selection, copy, keyboard, unsaved work.
 * Everything is driven by data-* attributes that the kit writes (admin_app/kit/); no entity is known here.
 * What holds a typed date comes before those who read it; modules that stop an event for the others come first. */

import { ahead } from "./ahead.js";
import "./dates.js";
import "./boxes.js";
import "./marks.js";
import { discard, draft, draftWas, pretendDraft } from "./drafts.js";
import { attached, pictureOf } from "./files.js";
import { content, followed } from "./following.js";
import { answered, askToSave, left, probed, refused, stayed } from "./forms.js";
import { endedBy, idleIn, signedInAgain, signInAgain } from "./idle.js";
import { leave, openInstead, reload } from "./leaving.js";
import { lineAdded, lineMoved, lineRemoved } from "./lines.js";
import { fileName, sendFile } from "./sending.js";
import "./validation.js";
import "./counters.js";
import { turn } from "./address.js";
import { arrived, edit, focusFirst, focusOn, lineGone } from "./cells.js";
import { columns } from "./columns.js";
import { proposed } from "./combobox.js";
import "./periods.js";
import "./several.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { dropFile, fetchFile, holdFile, saveFile, showFile } from "./exports.js";
import { marked } from "./maps.js";
import { select, selected } from "./selection.js";
import "./charts.js";
import "./clipboard.js";
import "./menus.js";
import "./notices.js";
import "./print.js";
import "./shell.js";
import "./palette.js";
import "./pictures.js";
import "./recent.js";
import "./rows.js";
import "./sections.js";
import "./settling.js";
import "./tabs.js";

function saved() {
  answered();
  discard();
}

/* What Python may call (admin_app/kit/script.py, `run`). */
export const commands = {
  ahead,
  answered,
  arrived,
  askToSave,
  attached,
  closeDialog,
  columns,
  content,
  draft,
  draftWas,
  dropFile,
  edit,
  endedBy,
  fetchFile,
  fileName,
  focusFirst,
  focusOn,
  followed,
  holdFile,
  idleIn,
  leave,
  left,
  lineAdded,
  lineGone,
  lineMoved,
  lineRemoved,
  marked,
  openDialog,
  openInstead,
  pictureOf,
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
  signedInAgain,
  signInAgain,
  stayed,
  turn,
};
