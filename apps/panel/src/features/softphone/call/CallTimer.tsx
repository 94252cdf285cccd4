import { clockText } from "../../../shared/formats/duration.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useSoftphone } from "../softphone.context.ts";
import styles from "./CallTimer.module.css";

/** Seconds since a moment (ms since the epoch), in digits of one width. Silent for screen readers. */
export function CallTimer({ since }: { readonly since: number }) {
  const now = useSnapshot(useSoftphone().second);
  return (
    <span className={styles.timer} role="timer" aria-hidden="true">
      {clockText(now - since)}
    </span>
  );
}
