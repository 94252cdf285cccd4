import type { BuddyCall } from "@callpanel/contract";
import { useRef } from "react";
import { useCallDrag } from "../moving/index.ts";
import { clockText } from "../../shared/formats/duration.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useNumberName } from "../../shared/useNumberName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import styles from "./BuddyCalls.module.css";

export interface BuddyCallsProps {
  readonly name: string;
  readonly exten: string;
  readonly calls: readonly BuddyCall[];
}

/** What somebody is doing on the telephone: a line a call, with whom and for how long. */
export function BuddyCalls({ name, exten, calls }: BuddyCallsProps) {
  return calls.map((call) => <Call key={call.callid} name={name} exten={exten} call={call} />);
}

interface CallProps extends Omit<BuddyCallsProps, "calls"> {
  readonly call: BuddyCall;
}

/** It can be carried to somebody else by whoever may move calls. */
function Call({ name, exten, call }: CallProps) {
  const t = useWords(buddiesMessages);
  const { moving, numberNames } = usePanel();
  const box = useRef<HTMLFieldSetElement>(null);
  const contact = useNumberName(numberNames, call.name === "" && call.user !== "" ? call.user : null);
  const peer = call.name || contact?.name || call.user;
  const taken = moving.mayMove(call) ? { from: { exten, name }, call } : null;
  useCallDrag(box, { moving, taken, label: peer });
  return (
    <fieldset
      ref={box}
      className={styles.call}
      aria-label={t("buddies.callOf", { name, peer: peer || t("buddies.someone") })}
      data-state={call.held ? "on-hold" : call.state}
      data-movable={taken ? "" : undefined}
    >
      <span className={styles.what} title={peer}>
        {t(`buddies.doing.${doing(call)}.${peer === "" ? "unknown" : "known"}`, { peer })}
      </span>
      {call.state === "answered" ? <Since at={call.answeredAt ?? call.startedAt} /> : null}
    </fieldset>
  );
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
