import { useState } from "react";
import type { DragEvent } from "react";

/** Files that are dragged over a conversation; null: it takes none. */
export function useFileDrop(add: ((files: readonly File[]) => void) | null) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => add !== null && event.dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node) || !event.currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add?.([...event.dataTransfer.files]);
      },
    },
  };
}
