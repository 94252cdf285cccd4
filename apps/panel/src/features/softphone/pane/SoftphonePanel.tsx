import { IconX, IconButton, lazyPart } from "@callpanel/ui";
import { Suspense, useId } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { AudioUnlock } from "../incoming/AudioUnlock.tsx";
import { CallDialogLayer } from "../transfer/CallDialogLayer.tsx";
import { DialField } from "../dial/DialField.tsx";
import { EmergencyLine } from "../call/EmergencyLine.tsx";
import { IncomingLayer } from "../incoming/IncomingLayer.tsx";
import { LazyCallsLog, LazyCallStack, LazyContactsPane, LazyDialPad } from "../lazyParts.ts";
import { MiniPhoneSlot } from "../mini/MiniPhoneSlot.tsx";
import { PaneMenu } from "./PaneMenu.tsx";
import { ParkedLines } from "./ParkedLines.tsx";
import { PhoneStatus } from "./PhoneStatus.tsx";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { isOffered } from "../softphone.model.ts";
import styles from "./SoftphonePanel.module.css";

/** The whole softphone, in the dock. While the dock is closed, only the incoming calls are shown, over the page. */
export function SoftphonePanel({ onClose }: { readonly onClose: () => void }) {
  const { dock } = useSoftphone();
  const isOpen = useSnapshot(dock);
  return (
    <>
      <div className={styles.panel}>
        <Head onClose={onClose} />
        {isOpen ? <Body /> : null}
      </div>
      <IncomingLayer />
      <CallDialogLayer />
      <MiniPhoneSlot />
    </>
  );
}

/** The softphone without a call: part of the start if the dock is open. */
export const LazyHome = lazyPart(async () => (await import("../home/Home.tsx")).Home);

function Head({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(softphoneMessages);
  const { viewer } = useSoftphone();
  return (
    <header className={styles.head}>
      <PhoneStatus />
      <span className={styles.extension}>{t("softphone.extension", { extension: viewer.user.extension })}</span>
      <IconButton label={t("softphone.close")} icon={IconX} onClick={onClose} />
    </header>
  );
}

function Body() {
  const paneId = useId();
  const { calls } = usePhone();
  const { pane, chosenCallId, field } = useSoftphoneState();
  const offered = calls.filter(isOffered);
  const others = calls.filter((call) => !isOffered(call));
  const talking = others.length > 0 ? "" : undefined;
  return (
    <>
      <div className={styles.dial} data-talking={talking}>
        <DialField />
        <PaneMenu paneId={paneId} />
      </div>
      {/* SOFT-49: what appears by itself comes from the foot, and takes space from the empty end of the scrolling part. */}
      {offered.length > 0 ? (
        <div className={styles.offers}>
          <Suspense fallback={null}>
            <LazyCallStack.Part calls={offered} chosenCallId={null} />
          </Suspense>
        </div>
      ) : null}
      <div className={styles.foot}>
        <AudioUnlock />
        <EmergencyLine number={field} />
        <ParkedLines />
      </div>
      <div className={styles.scroll} data-talking={talking}>
        <Suspense fallback={null}>
          {pane === "none" ? null : (
            <div id={paneId} className={styles.pane}>
              <PaneBody />
            </div>
          )}
          {others.length > 0 ? <LazyCallStack.Part calls={others} chosenCallId={chosenCallId} /> : null}
          {calls.length === 0 && pane === "none" ? <LazyHome.Part /> : null}
        </Suspense>
      </div>
    </>
  );
}

function PaneBody() {
  const { actions } = useSoftphone();
  switch (useSoftphoneState().pane) {
    case "none":
      return null;
    case "dialPad":
      return <LazyDialPad.Part onKey={actions.pressKey} longZero="+" onEnter={actions.dialField} />;
    case "log":
      return <LazyCallsLog.Part />;
    case "contacts":
      return <LazyContactsPane.Part />;
  }
}
