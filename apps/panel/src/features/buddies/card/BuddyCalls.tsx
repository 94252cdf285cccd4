import { THREE_WAY_ROOM_NAME } from "@callpanel/contract";
import type { BuddyCall } from "@callpanel/contract";
import { useRef } from "react";
import { useCallDrag } from "../../moving/index.ts";
import { useService } from "../../../shared/panel.ts";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { MOVING } from "../../../shared/phone/moving.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { farEndMessages } from "../../../shared/farEnd/farEnd.messages.ts";
import { thingName } from "../../../shared/farEnd/farEnd.words.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import styles from "./BuddyCalls.module.css";

export interface BuddyCallsProps {
  readonly name: string;
  readonly exten: string;
  readonly calls: readonly BuddyCall[];
}

/** The calls of a person: one line per call, with the peer and the duration. */
export function BuddyCalls({ name, exten, calls }: BuddyCallsProps) {
  return calls.map((call) => <Call key={call.callid} name={name} exten={exten} call={call} />);
}

interface CallProps extends Omit<BuddyCallsProps, "calls"> {
  readonly call: BuddyCall;
}

/** Can be dragged to another person by a viewer who may move calls. */
function Call({ name, exten, call }: CallProps) {
  const t = useWords(buddiesMessages);
  const tFar = useWords(farEndMessages);
  const moving = useService(MOVING);
  const numberNames = useService(NUMBER_NAMES);
  const box = useRef<HTMLFieldSetElement>(null);
  const contact = useNumberName(numberNames, call.name === "" && call.user !== "" ? call.user : null);
  const person = call.name || contact?.name || call.user;
  const { kind = "person", user: number } = call;
  // Without the right to see the peer, only its kind is known.
  const peer =
    (number === "" && call.name !== THREE_WAY_ROOM_NAME ? null : thingName(tFar, { kind, number, name: call.name })) ??
    person;
  const taken = moving.mayMove(call, exten) ? { from: { exten, name }, call } : null;
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
        {t(`buddies.doing.${doing(call)}.${person === "" ? "unknown" : "known"}`, {
          peer: kind === "mailbox" || kind === "queue" ? person : peer,
          number: call.user,
        })}
      </span>
      {call.state === "answered" ? (
        <Elapsed since={call.answeredAt ?? call.startedAt} className={styles.timer} />
      ) : null}
    </fieldset>
  );
}

type Doing = "oncall" | "holding" | "calling" | "ringing" | "mailbox" | "messages" | "parking" | "queue" | "sent";

function doing({ state, direction, held, kind, doing: goesOn }: BuddyCall): Doing {
  if (kind === "mailbox" || kind === "messages" || kind === "parking" || kind === "queue") return kind;
  // The person was transferred there: they did not place this call.
  if (goesOn === "ringing") return "sent";
  if (state === "answered") return held ? "holding" : "oncall";
  return direction === "out" ? "calling" : "ringing";
}
