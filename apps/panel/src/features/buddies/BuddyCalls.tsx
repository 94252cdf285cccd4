import type { BuddyCall } from "@callpanel/contract";
import { clockText } from "../../shared/duration.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import styles from "./BuddyCalls.module.css";

export interface BuddyCallsProps {
  readonly name: string;
  readonly calls: readonly BuddyCall[];
}

/** What somebody is doing on the telephone: a line a call, with whom and for how long. */
export function BuddyCalls({ name, calls }: BuddyCallsProps) {
  const t = useWords(buddiesMessages);
  return calls.map((call) => {
    const peer = call.name || call.user;
    return (
      <fieldset
        key={call.callid}
        className={styles.call}
        aria-label={t("buddies.callOf", { name, peer: peer || t("buddies.someone") })}
        data-state={call.held ? "on-hold" : call.state}
      >
        <span className={styles.what} title={peer}>
          {t(`buddies.doing.${doing(call)}.${peer === "" ? "unknown" : "known"}`, { peer })}
        </span>
        {call.state === "answered" ? <Since at={call.answeredAt ?? call.startedAt} /> : null}
      </fieldset>
    );
  });
}

function doing({ state, direction, held }: BuddyCall): "oncall" | "holding" | "calling" | "ringing" {
  if (state === "answered") return held ? "holding" : "oncall";
  return direction === "out" ? "calling" : "ringing";
}

/** Silent for screen readers; while nothing is live it stands. */
function Since({ at }: { readonly at: number }) {
  const { second, liveBuddies } = usePanel();
  const liveness = useSnapshot(liveBuddies.liveness);
  const now = useSnapshot(second);
  return (
    <span className={styles.timer} role="timer" aria-hidden="true">
      {clockText((liveness.kind === "stale" ? liveness.since : now) - at)}
    </span>
  );
}
