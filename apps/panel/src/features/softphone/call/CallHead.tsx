import type { CallSnapshot } from "@callpanel/webphone";
import { useMemo } from "react";
import { PersonAvatar } from "../../../shared/chat/PersonAvatar.tsx";
import { clockText } from "../../../shared/formats/duration.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { CallState } from "./CallState.tsx";
import { CallTimer } from "./CallTimer.tsx";
import { RecordingMark } from "./recording/RecordingMark.tsx";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { cameNow, cleanName, isLongName, isOffered, isThing, personOf } from "../softphone.model.ts";
import { useCodeName } from "../dial/useEntryWords.ts";
import styles from "./CallHead.module.css";

/** Longer names may be cut; the tooltip shows them in full. */
const LONG_NAME_CHARS = 18;

/** The peer, the state, the duration, and how the call came (SOFT-70). */
export function CallHead({
  call,
  peer,
  form,
}: {
  readonly call: CallSnapshot;
  readonly peer: string;
  readonly form: "card" | "line";
}) {
  const t = useWords(callMessages);
  const codeName = useCodeName();
  const words = useLocaleWords();
  const { numberNames, viewer } = useSoftphone();
  const write = useNumberText(viewer);
  const { number } = personOf(call);
  const isNumber = peer === cleanName(number);
  const name = isNumber ? write(peer) : peer;
  const detail = isNumber ? codeName(number) : write(number);
  const outside = isOffered(call) && call.far?.kind === "outside" ? t("softphone.call.outside") : null;
  const company = useNumberName(numberNames, isThing(call) || number === "" ? null : number)?.company;
  // What makes the call unlike the others comes first: the line may be cut.
  const how = [outside, cameNow(words, call), isThing(call) ? null : detail, company].filter(Boolean).join(" · ");
  return (
    <>
      {form === "card" ? (
        <PersonAvatar
          name={peer}
          extension={isOffered(call) && call.far?.kind === "outside" ? undefined : number}
          size={40}
        />
      ) : null}
      <span className={styles.who} data-form={form} data-long={isLongName(call) ? "" : undefined}>
        <bdi className={styles.name} data-tip={name.length > LONG_NAME_CHARS ? name : undefined}>
          {name}
        </bdi>
        <span className={styles.detail}>
          <CallState call={call} />
          {call.heldAt === undefined ? null : (
            <span className={styles.held}>
              <CallTimer since={call.heldAt} />
            </span>
          )}
          <QueueWait call={call} />
          <RecordingMark call={call} />
        </span>
        {form === "card" ? (
          // Always rendered, so that a change of the call moves nothing below it.
          <span className={styles.how} data-tip={how === "" ? undefined : how}>
            {how}
          </span>
        ) : null}
      </span>
      {call.answeredAt === undefined ? null : (
        <span className={styles.time} data-form={form}>
          <CallTimer since={call.answeredAt} />
        </span>
      )}
    </>
  );
}

/** QDASH-14: how long the caller of a queue has waited, while the own phones ring for them. */
function QueueWait({ call }: { readonly call: CallSnapshot }) {
  const { liveQueues, viewer } = useSoftphone();
  const { extension } = viewer.user;
  const caller = useSnapshot(useMemo(() => liveQueues.rungFor(extension), [liveQueues, extension]));
  const isOfQueue = isOffered(call) && call.far?.came?.kind === "queue";
  return caller === null || !isOfQueue ? null : <Waited since={caller.enteredAt} />;
}

function Waited({ since }: { readonly since: number }) {
  const t = useWords(callMessages);
  const now = useSnapshot(useSoftphone().second);
  return (
    <span className={styles.waited} role="timer" aria-hidden="true">
      {t("softphone.call.waited", { time: clockText(now - since) })}
    </span>
  );
}
