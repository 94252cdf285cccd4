import { CountBadge, IconAddressBook, IconDialpad, IconHistory, IconRecordMail } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { useShowMissedCalls } from "../../../shared/phone/useShowMissedCalls.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { ownBoxCode } from "../../../shared/phone/voicemailNumbers.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import type { Pane } from "../softphone.model.ts";
import styles from "./PaneMenu.module.css";

/** Opens the dial pad, the calls log or the contacts. */
export function PaneMenu({ paneId }: { readonly paneId: string }) {
  const t = useWords(softphoneMessages);
  const { api, viewer } = useSoftphone();
  const isShown = useShowMissedCalls({ api, viewer });
  const phone = usePhone();
  const missedCount = isShown ? phone.missedCount : 0;
  const missedId = useId();
  return (
    <div className={styles.menu}>
      <PaneButton pane="dialPad" paneId={paneId} icon={IconDialpad} label={t("softphone.dialPad")} />
      <PaneButton
        pane="log"
        paneId={paneId}
        icon={IconHistory}
        label={t("softphone.callsLog")}
        describedBy={missedCount > 0 ? missedId : undefined}
      >
        <CountBadge count={missedCount} />
      </PaneButton>
      <VoicemailButton />
      <PaneButton pane="contacts" paneId={paneId} icon={IconAddressBook} label={t("softphone.contacts")} />
      <span id={missedId} hidden>
        {t("softphone.missed", { count: missedCount })}
      </span>
    </div>
  );
}

/** SOFT-45: calls the person's own mailbox; the badge is the number of unread messages. */
function VoicemailButton() {
  const t = useWords(softphoneMessages);
  const { actions, viewer, unreadVoicemail } = useSoftphone();
  const unread = useSnapshot(unreadVoicemail);
  const unreadId = useId();
  const code = ownBoxCode(viewer);
  if (code === null) return null;
  return (
    <button
      type="button"
      className={styles.button}
      aria-describedby={unread > 0 ? unreadId : undefined}
      onClick={() => actions.dial(code)}
    >
      <span className={styles.sign}>
        <IconRecordMail size={20} stroke={1.75} aria-hidden />
        <CountBadge count={unread} />
      </span>
      {t("softphone.voicemail")}
      <span id={unreadId} hidden>
        {t("softphone.unread", { count: unread })}
      </span>
    </button>
  );
}

interface PaneButtonProps {
  readonly pane: Exclude<Pane, "none">;
  readonly paneId: string;
  readonly icon: Icon;
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly children?: ReactNode;
}

function PaneButton({ pane, paneId, icon: Shape, label, describedBy, children }: PaneButtonProps) {
  const { actions } = useSoftphone();
  const isOpen = useSoftphoneState().pane === pane;
  return (
    <button
      type="button"
      className={styles.button}
      aria-expanded={isOpen}
      aria-controls={isOpen ? paneId : undefined}
      aria-describedby={describedBy}
      onClick={() => actions.togglePane(pane)}
    >
      <span className={styles.sign}>
        <Shape size={20} stroke={1.75} aria-hidden />
        {children}
      </span>
      {label}
    </button>
  );
}
