import { useLayoutEffect, useRef } from "react";
import { clockText } from "../formats/duration.ts";
import { usePanel, useService } from "../panel.ts";
import { useSnapshot } from "../store.ts";
import { LIVE_BUDDIES } from "./liveBuddies.ts";

/** The current second; stops while the state is not live. */
export function useLiveNow(): number {
  const { second } = usePanel();
  const liveness = useSnapshot(useService(LIVE_BUDDIES).liveness);
  const now = useSnapshot(second);
  return liveness.kind === "stale" ? liveness.since : now;
}

/**
 * The time since a moment (ms since the epoch), `02:31`. Silent for screen readers, as every timer. The text is written
 * without rendering: a page has hundreds of them.
 */
export function Elapsed({ since, className }: { readonly since: number; readonly className?: string | undefined }) {
  const box = useRef<HTMLSpanElement>(null);
  const { second } = usePanel();
  const { liveness } = useService(LIVE_BUDDIES);
  useLayoutEffect(() => {
    const write = () => {
      const state = liveness.get();
      const text = clockText((state.kind === "stale" ? state.since : second.get()) - since);
      const shown = box.current?.firstChild ?? box.current?.appendChild(document.createTextNode(""));
      // The same text node: a new one would need a style, and a place in the layout.
      if (shown && shown.nodeValue !== text) shown.nodeValue = text;
    };
    const stops = [second.subscribe(write), liveness.subscribe(write)];
    write();
    return () => {
      for (const stop of stops) stop();
    };
  }, [since, second, liveness]);
  return <span ref={box} className={className} role="timer" aria-hidden="true" />;
}
