import { Button, IconParking } from "@callpanel/ui";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CallTimer } from "../call/CallTimer.tsx";
import { parkedName } from "./parked.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./ParkedLines.module.css";

/** The calls that this person has parked, listed until they are retrieved (SOFT-30). */
export function ParkedLines() {
  const t = useWords(softphoneMessages);
  const { actions, ownParked } = useSoftphone();
  const calls = useSnapshot(ownParked);
  if (calls.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("softphone.parked.list")}>
      {calls.map((call) => (
        <li key={call.parkee.uniqueid} className={styles.line}>
          <IconParking size={18} stroke={1.75} aria-hidden />
          <span className={styles.slot}>{call.space}</span>
          <bdi className={styles.name}>{parkedName(call)}</bdi>
          <CallTimer since={call.startedAt} />
          <Button onClick={(event) => (event.detail > 1 ? undefined : actions.dial(call.space))}>
            {t("softphone.parked.retrieve")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
