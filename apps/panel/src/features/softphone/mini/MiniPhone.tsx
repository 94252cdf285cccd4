import { Spoken } from "@callpanel/ui";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import type { CallSnapshot } from "@callpanel/webphone";
import { joinShortcuts } from "../../../shared/shortcuts.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CallControls } from "../call/controls/CallControls.tsx";
import { CallDialPad } from "../call/controls/CallDialPad.tsx";
import { CallGroup } from "../call/CallGroup.tsx";
import { CallHead } from "../call/CallHead.tsx";
import { CallLine } from "../call/CallLine.tsx";
import { usePeer } from "../call/usePeer.ts";
import { OfferedButtons } from "../incoming/OfferedButtons.tsx";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { isOffered, openCallOf } from "../softphone.model.ts";
import styles from "./MiniPhone.module.css";

const TILES = ["mute", "hold", "dialPad"] as const;
const END = ["hangUp"] as const;

/** SOFT-90: the calls in a small window over all others. It closes with the last call. */
export function MiniPhone({ place }: { readonly place: Window }) {
  const t = useWords(callMessages);
  const { calls } = usePhone();
  const { shortcuts } = useSoftphone();
  const { chosenCallId } = useSoftphoneState();
  const open = openCallOf(calls, chosenCallId);
  const hasCalls = calls.length > 0;
  useEffect(() => {
    if (!hasCalls) place.close();
  }, [hasCalls, place]);
  useEffect(() => () => place.close(), [place]);
  useEffect(() => joinShortcuts(place.document, shortcuts), [place, shortcuts]);
  return createPortal(
    <main className={styles.mini}>
      <Spoken is="h1">{t("softphone.mini")}</Spoken>
      {calls.map((call) => (
        <MiniCall key={call.id} call={call} form={isOffered(call) ? "offer" : call === open ? "mini" : "line"} />
      ))}
    </main>,
    place.document.body,
  );
}

function MiniCall({ call, form }: { readonly call: CallSnapshot; readonly form: "offer" | "mini" | "line" }) {
  const peer = usePeer(call);
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id && call.state === "answered";
  return (
    <CallGroup call={call} peer={peer} form={form}>
      {form === "line" ? (
        <CallLine call={call} peer={peer} />
      ) : (
        <div className={styles.call}>
          <div className={styles.head}>
            <CallHead call={call} peer={peer} form="card" />
          </div>
          {form === "offer" ? (
            <OfferedButtons callId={call.id} />
          ) : (
            <>
              <div className={styles.tiles}>
                <CallControls call={call} form="tile" only={TILES} />
              </div>
              <CallControls call={call} form="wide" only={END} />
              {isPadOpen ? <CallDialPad call={call} isOpen /> : null}
            </>
          )}
        </div>
      )}
    </CallGroup>
  );
}
