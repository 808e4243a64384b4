/* Lines that are dragged by their grip (sortable.py). The element stays where it is dropped: the state takes that order
 * over, and React then moves nothing. */

import { useEffect, useRef } from "react";

export function SortableLines({ onDrop, children }) {
  const root = useRef(null);
  const told = useRef(onDrop);
  told.current = onDrop;
  useEffect(() => {
    let made = null;
    let gone = false;
    import("sortablejs").then(({ default: Sortable }) => {
      if (gone) return;
      made = Sortable.create(root.current, {
        handle: ".line-grip",
        draggable: "[data-line]",
        animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
        ghostClass: "line-ghost",
        // By the pointer, not the browser's own dragging: that one drops the line's words into an editor it passes over.
        forceFallback: true,
        fallbackTolerance: 3,
        fallbackOnBody: true,
        onEnd: ({ item, oldIndex, newIndex }) => {
          if (oldIndex !== newIndex) told.current(item.id.replace(/^line-/, ""));
        },
      });
      root.current.dataset.sortable = "";
    });
    return () => {
      gone = true;
      made?.destroy();
    };
  }, []);
  return (
    <ol ref={root} className="lines">
      {children}
    </ol>
  );
}
