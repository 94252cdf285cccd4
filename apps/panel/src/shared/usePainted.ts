import { useEffect, useState } from "react";
import type { NextFrame } from "./live/frames.ts";
import { usePanel } from "./panel.ts";

/** Runs when what has just been rendered was painted: that is in the next frame, this in the one after it. @returns cancels it */
export function afterPaint(nextFrame: NextFrame, run: () => void): () => void {
  let cancel = nextFrame(() => {
    cancel = nextFrame(run);
  });
  return () => cancel();
}

/** Whether the component has been painted once; at once where nothing has to wait for that. */
export function usePainted(atOnce = false): boolean {
  const { nextFrame } = usePanel();
  const [isPainted, setPainted] = useState(atOnce);
  useEffect(() => (isPainted ? undefined : afterPaint(nextFrame, () => setPainted(true))), [isPainted, nextFrame]);
  return isPainted;
}
