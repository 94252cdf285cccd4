import { startTransition, useEffect, useState } from "react";
import type { NextFrame } from "./live/frames.ts";
import { usePanel } from "./panel.ts";

/** Runs when what is rendered now has been painted: the next frame paints it, and `run` is called before the one after that. @returns a cancel function */
export function afterPaint(nextFrame: NextFrame, run: () => void): () => void {
  let cancel = nextFrame(() => {
    cancel = nextFrame(run);
  });
  return () => cancel();
}

/** The change to another page, from its rendering to its paint. */
export interface Painting {
  begin(): void;
  /** Settles when the page has been painted; null: no page is about to be. */
  readonly end: () => Promise<void> | null;
}

export function createPainting(nextFrame: NextFrame): Painting {
  let current: Promise<void> | null = null;
  return {
    begin() {
      const own = new Promise<void>((resolve) => {
        afterPaint(nextFrame, () => {
          if (current === own) current = null;
          resolve();
        });
      });
      current = own;
    },
    end: () => current,
  };
}

/**
 * Whether this component's first rendering has been painted; `atOnce`: nothing has to wait for that. What waits for it is
 * rendered in slices, and delays no paint.
 */
export function usePainted(atOnce = false): boolean {
  const { nextFrame } = usePanel();
  const [isPainted, setPainted] = useState(atOnce);
  useEffect(
    () => (isPainted ? undefined : afterPaint(nextFrame, () => startTransition(() => setPainted(true)))),
    [isPainted, nextFrame],
  );
  return isPainted;
}
