import type { CallSnapshot } from "@callpanel/webphone";
import { useRef } from "react";
import { MessageButton } from "../../../shared/chat/MessageButton.tsx";
import { MoveHandle, useCallDrag } from "../../moving/index.ts";
import { AddVideoButton } from "./controls/AddVideoButton.tsx";
import { CallerCard } from "./CallerCard.tsx";
import { CallControls } from "./controls/CallControls.tsx";
import { CallNotes } from "./CallNotes.tsx";
import { CallDialPad } from "./controls/CallDialPad.tsx";
import { EmergencyLine } from "./EmergencyLine.tsx";
import { ListeningStrip } from "./ListeningStrip.tsx";
import { isThing, isListening, personOf } from "../softphone.model.ts";
import { CallHead } from "./CallHead.tsx";
import { NoAudioLine } from "./NoAudioLine.tsx";
import { QualityMark } from "./QualityMark.tsx";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { MiniPhoneButton } from "../mini/MiniPhoneButton.tsx";
import { PeopleList } from "../three-way/PeopleList.tsx";
import { TransferStrip, TransferUnderWay } from "../transfer/TransferStrip.tsx";
import { useTakenCall } from "../transfer/useTakenCall.ts";
import { VolumeSlider } from "./controls/VolumeSlider.tsx";
import styles from "./OpenCall.module.css";

/** The peer of the call. From here the call can be dragged, or sent with `Move to…`, which is the dialog `Transfer`. */
function Head({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { actions, moving } = useSoftphone();
  const box = useRef<HTMLDivElement>(null);
  const taken = useTakenCall(call);
  useCallDrag(box, { moving, taken, label: peer });
  return (
    <div ref={box} className={styles.head} data-movable={taken ? "" : undefined}>
      <CallHead call={call} peer={peer} form="card" />
      <span className={styles.tools}>
        <span>
          <MiniPhoneButton />
        </span>
        <span>{taken ? <MoveHandle onAsk={() => actions.openDialog("transfer", call.id)} /> : null}</span>
        <span>
          <AddVideoButton call={call} peer={peer} />
        </span>
        <span>
          {call.far?.kind === "outside" || isThing(call) ? null : <MessageButton extension={personOf(call).number} />}
        </span>
      </span>
    </div>
  );
}

const TILES = ["hold", "mute", "dialPad", "record", "transfer", "threeWay", "pauseRecording", "park"] as const;
const END = ["hangUp"] as const;

/**
 * The open call of the stack. The fixed parts come first, each in its place; the parts that appear and disappear with the
 * state of the call come below them and move nothing (SOFT-49).
 */
export function OpenCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id && call.state === "answered";
  const isListener = isListening(call);
  return (
    <div className={styles.card}>
      <Head call={call} peer={peer} />
      <div className={styles.status}>
        {call.transfer?.phase === "requested" ? (
          <TransferUnderWay to={call.transfer.to} />
        ) : (
          <QualityMark call={call} />
        )}
      </div>
      <div className={styles.toolbar} data-listening={isListener ? "" : undefined}>
        <CallControls call={call} form="tile" only={TILES} />
      </div>
      <CallControls call={call} form="wide" only={END} />
      <VolumeSlider />
      <NoAudioLine call={call} />
      <PeopleList call={call} />
      {isListener ? <ListeningStrip call={call} peer={peer} /> : null}
      {call.direction === "out" ? <EmergencyLine number={call.number} /> : null}
      {call.transfer?.phase === "requested" ? null : <TransferStrip call={call} />}
      {isPadOpen || call.digitsReceived !== "" ? <CallDialPad call={call} isOpen={isPadOpen} /> : null}
      <CallerCard call={call} />
      <CallNotes call={call} peer={peer} />
    </div>
  );
}
