import type { CallSnapshot } from "@callpanel/webphone";
import { CallControls } from "./CallControls.tsx";
import { CallDialPad } from "./CallDialPad.tsx";
import { CallHead } from "./CallHead.tsx";
import { useSoftphoneState } from "./softphone.context.ts";
import { TransferStrip } from "./TransferStrip.tsx";
import { VolumeSlider } from "./VolumeSlider.tsx";
import styles from "./OpenCall.module.css";

/** The open call of the stack: head, what becomes of a transfer, toolbar of four to a row, dial pad, volume. */
export function OpenCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id && call.state === "answered";
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <CallHead call={call} peer={peer} form="card" />
      </div>
      <TransferStrip call={call} />
      <div className={styles.toolbar}>
        <CallControls call={call} form="tile" />
      </div>
      {isPadOpen || call.digitsReceived !== "" ? <CallDialPad call={call} isOpen={isPadOpen} /> : null}
      <VolumeSlider />
    </div>
  );
}
