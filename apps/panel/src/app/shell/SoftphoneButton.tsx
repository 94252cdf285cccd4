import { CountBadge, IconPhone, Lamp } from "@callpanel/ui";
import { useId } from "react";
import { REACH_TONES, reachabilityMessages, reachStatusId } from "../../features/reachability/index.ts";
import { usePanel, useService } from "../../shared/panel.ts";
import { REACHABILITY } from "../../shared/phone/reachability.ts";
import type { SoftphoneButton as ButtonState } from "../../shared/phone/softphone.ts";
import { buttonOf } from "../../shared/phone/softphoneButton.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useShowMissedCalls } from "../../shared/phone/useShowMissedCalls.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Workplace } from "../workplace.ts";
import { shellMessages } from "./shell.messages.ts";
import styles from "./SoftphoneButton.module.css";

/** The toolbar's `Softphone` button: opens and closes the dock, and shows the state of the phone in colour and words. */
export function SoftphoneButton({ workplace: { dock, softphone } }: { readonly workplace: Workplace }) {
  const t = useWords(shellMessages);
  const opened = useSnapshot(dock);
  const state = useSnapshot(buttonOf(useSnapshot(softphone)));
  const id = useId();
  const reach = useWords(reachabilityMessages);
  const { status: reachStatus } = useSnapshot(useService(REACHABILITY));
  const callId = callStatusId(state);
  const status = callId === null ? reach(reachStatusId(reachStatus)) : t(callId);
  const isShown = useShowMissedCalls(usePanel());
  const missedCount = isShown ? state.missedCount : 0;
  const missed = missedCount > 0 ? t("shell.phone.missed", { count: missedCount }) : "";
  return (
    <span className={styles.place} data-call={state.call} data-opened={opened ? "" : undefined}>
      {/* Positioned over the button: text inside it would count as its label, which it is not (WCAG 2.5.3). */}
      <button
        type="button"
        className={styles.button}
        aria-label={t("shell.softphone")}
        aria-describedby={id}
        aria-expanded={opened}
        aria-controls="softphone"
        onClick={opened ? dock.close : dock.open}
      />
      <IconPhone size={19} stroke={1.75} aria-hidden />
      <Lamp tone={REACH_TONES[reachStatus]} />
      <span id={id} className={styles.status}>
        {status}
        {missed ? <span hidden> · {missed}</span> : null}
      </span>
      <CountBadge count={missedCount} />
    </span>
  );
}

/** During a call, the button shows the call. */
function callStatusId({ call }: ButtonState) {
  if (call === "ringing") return "shell.phone.ringing";
  if (call === "on-call") return "shell.phone.onCall";
  if (call === "muted") return "shell.phone.muted";
  return call === "on-hold" ? "shell.phone.onHold" : null;
}
