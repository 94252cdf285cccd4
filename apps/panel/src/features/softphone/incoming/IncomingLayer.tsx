import { Spoken, useAboveDialogs, useDialogOpened } from "@callpanel/ui";
import { Suspense } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { AudioUnlock } from "./AudioUnlock.tsx";
import { LazyCallStack } from "../lazyParts.ts";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cameNow, cleanName, isOffered, peerNow } from "../softphone.model.ts";
import styles from "./IncomingLayer.module.css";

/**
 * Incoming calls above every page and dialog while the dock is closed or covered, and their announcement. They are at the
 * end of the document: the focus stays where it is, and no hidden or covered element hides them.
 */
export function IncomingLayer() {
  const { dock, placeOfDock } = useSoftphone();
  const isOpen = useSnapshot(dock);
  const { calls } = usePhone();
  const offered = calls.filter(isOffered);
  // A dock that fills the screen is below the dialogs.
  const isCovered = useDialogOpened() && placeOfDock() === "full";
  const isShown = offered.length > 0 && (!isOpen || isCovered);
  const mark = useAboveDialogs(isShown);
  return createPortal(
    <>
      <Announcement />
      {!isShown ? null : (
        <div {...mark} className={styles.layer}>
          <Suspense fallback={null}>
            <LazyCallStack.Part calls={offered} chosenCallId={null} />
          </Suspense>
          {/* At the bottom: Accept does not move when it disappears. */}
          <AudioUnlock />
        </div>
      )}
    </>,
    document.body,
  );
}

/** Announces each caller once to screen readers. */
function Announcement() {
  const t = useWords(softphoneMessages);
  const words = useLocaleWords();
  const { calls } = usePhone();
  const { numberNames } = useSoftphone();
  const { announcedCallId } = useSoftphoneState();
  const call = calls.find((one) => one.id === announcedCallId && isOffered(one));
  const peer = call ? peerNow(words, numberNames, call) : "";
  const said = call
    ? peer === cleanName(call.number)
      ? t("softphone.call.announce", { peer })
      : t("softphone.call.announceNumber", { peer, number: cleanName(call.number) })
    : "";
  const came = call ? cameNow(words, call) : null;
  return (
    <Spoken aria-live="assertive" data-announcement="">
      {came === null ? said : `${said}. ${came}`}
    </Spoken>
  );
}
