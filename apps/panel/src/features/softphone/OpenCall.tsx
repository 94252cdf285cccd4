import type { CallSnapshot } from "@callpanel/webphone";
import { useRef } from "react";
import { fullNameOf } from "../../shared/viewer.ts";
import { MoveHandle, useCallDrag } from "../moving/index.ts";
import { CallControls } from "./CallControls.tsx";
import { CallDialPad } from "./CallDialPad.tsx";
import { EmergencyLine } from "./EmergencyLine.tsx";
import { ListeningStrip } from "./ListeningStrip.tsx";
import { listenedTo } from "./softphone.model.ts";
import { CallHead } from "./CallHead.tsx";
import { QualityMark } from "./QualityMark.tsx";
import { useOwnCall, useSoftphone, useSoftphoneState } from "./softphone.context.ts";
import { TransferStrip } from "./TransferStrip.tsx";
import { VolumeSlider } from "./VolumeSlider.tsx";
import styles from "./OpenCall.module.css";

/** Who it is; the call can be carried from here, or sent by `Move to…`, to whatever a call can be moved to. */
function Head({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { moving, viewer } = useSoftphone();
  const own = useOwnCall(call);
  const box = useRef<HTMLDivElement>(null);
  const from = { exten: viewer.user.extension, name: fullNameOf(viewer.user) };
  const taken = own && !call.transfer && moving.mayMove(own) ? { from, call: own } : null;
  useCallDrag(box, { moving, taken, label: peer });
  return (
    <div ref={box} className={styles.head} data-movable={taken ? "" : undefined}>
      <CallHead call={call} peer={peer} form="card" />
      {taken ? <MoveHandle moving={moving} taken={taken} /> : null}
    </div>
  );
}

/** The open call of the stack: head, what becomes of a transfer, toolbar of four to a row, dial pad, volume. */
export function OpenCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id && call.state === "answered";
  return (
    <div className={styles.card}>
      <Head call={call} peer={peer} />
      <QualityMark call={call} />
      {call.direction === "out" ? <EmergencyLine number={call.number} /> : null}
      <TransferStrip call={call} />
      {listenedTo(call) === null ? null : <ListeningStrip call={call} peer={peer} />}
      <div className={styles.toolbar}>
        <CallControls call={call} form="tile" />
      </div>
      {isPadOpen || call.digitsReceived !== "" ? <CallDialPad call={call} isOpen={isPadOpen} /> : null}
      <VolumeSlider />
    </div>
  );
}
