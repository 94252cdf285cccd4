import type { CallSnapshot } from "@callpanel/webphone";
import { Avatar } from "@callpanel/ui";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { CallState } from "./CallState.tsx";
import { CallTimer } from "./CallTimer.tsx";
import { RecordingMark } from "./RecordingMark.tsx";
import { useSoftphone } from "./softphone.context.ts";
import { cleanName } from "./softphone.model.ts";
import { useCodeName } from "./useEntryWords.ts";
import styles from "./CallHead.module.css";

/** Longer names may be cut: the tip shows them whole. */
const LONG_NAME_CHARS = 18;

/** Who, in which state, since when. */
export function CallHead({
  call,
  peer,
  form,
}: {
  readonly call: CallSnapshot;
  readonly peer: string;
  readonly form: "card" | "line";
}) {
  const codeName = useCodeName();
  const write = useNumberText(useSoftphone().viewer);
  const isNumber = peer === cleanName(call.number);
  const name = isNumber ? write(peer) : peer;
  const detail = isNumber ? codeName(call.number) : write(call.number);
  return (
    <>
      {form === "card" ? <Avatar name={peer} size={40} /> : null}
      <span className={styles.who} data-form={form}>
        <bdi className={styles.name} data-tip={name.length > LONG_NAME_CHARS ? name : undefined}>
          {name}
        </bdi>
        <span className={styles.detail}>
          <CallState call={call} />
          <RecordingMark call={call} />
          {form === "card" && detail !== null ? <span className={styles.number}>{detail}</span> : null}
        </span>
      </span>
      {call.answeredAt === undefined ? null : (
        <span className={styles.time} data-form={form}>
          <CallTimer since={call.answeredAt} />
        </span>
      )}
    </>
  );
}
