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

/** The time since a moment (ms since the epoch), `02:31`. Silent for screen readers, as every timer. */
export function Elapsed({ since, className }: { readonly since: number; readonly className?: string | undefined }) {
  return (
    <span className={className} role="timer" aria-hidden="true">
      {clockText(useLiveNow() - since)}
    </span>
  );
}
