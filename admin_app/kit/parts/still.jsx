/* What is drawn once: whatever changes in it reads the state, the address or the language by itself. React Router draws
 * the page and all around it anew at every change of the address, though nothing of it has changed. */

import { memo } from "react";

export const Still = memo(
  ({ children }) => children,
  () => true,
);
