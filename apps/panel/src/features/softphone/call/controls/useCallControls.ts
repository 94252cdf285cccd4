import { canRead, mayDo } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconParking,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
  IconPlayerStop,
  IconTransfer,
  IconUsersPlus,
} from "@callpanel/ui";
import { useWords } from "../../../../shared/words/useWords.ts";
import type { CallButtonProps } from "./CallButton.tsx";
import { useSoftphone, useSoftphoneState } from "../../softphone.context.ts";
import { isListening } from "../../softphone.model.ts";
import { callMessages } from "../../call.messages.ts";
import { MOST_PEOPLE } from "../../three-way/people.model.ts";
import { usePeople } from "../../three-way/usePeople.ts";
import { useRecording } from "../recording/useRecording.ts";

export type ControlName =
  | "hold"
  | "mute"
  | "dialPad"
  | "transfer"
  | "park"
  | "threeWay"
  | "record"
  | "pauseRecording"
  | "hangUp";

export interface CallControl extends Omit<CallButtonProps, "form"> {
  readonly name: ControlName;
  /** Not possible now: not shown, but its place is kept (SOFT-49). */
  readonly isAbsent?: boolean;
}

/**
 * All controls of a call that this person may use, in the order of the toolbar (SOFT-11, SOFT-26). Set and order depend
 * only on the person: the state of the call only says which are absent, so that no change of state moves a control.
 */
export function useCallControls(call: CallSnapshot): readonly CallControl[] {
  const t = useWords(callMessages);
  const { actions, viewer } = useSoftphone();
  // The rights that its commands require (spec 1 §6).
  const canInvite = canRead(viewer.rights, "active_calls");
  const mayRecord = mayDo(viewer.rights, { kind: "record", owners: [viewer.user.id] });
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id;
  const recording = useRecording(call);
  const people = usePeople(call)?.threeWay.people;
  // A call that listens in has no peer: it cannot be held or transferred.
  const isListener = isListening(call);
  const isTalking = call.state === "answered" && !isListener;
  // A call that is being transferred cannot be transferred again meanwhile.
  const isMovable = isTalking && !call.transfer;
  const isPaused = recording === "paused";
  const { id } = call;

  const hold: CallControl = {
    name: "hold",
    isAbsent: !isTalking,
    look: call.isOnHold ? "held" : "plain",
    icon: call.isOnHold ? IconPlayerPlay : IconPlayerPause,
    label: t(call.isOnHold ? "softphone.call.unhold" : "softphone.call.hold"),
    onClick: () => actions.toggleHold(id),
  };
  const mute: CallControl = {
    name: "mute",
    isAbsent: call.state !== "answered",
    look: call.isMuted ? "muted" : "plain",
    // The icon shows the state: crossed out while the person is muted.
    icon: call.isMuted ? IconMicrophoneOff : IconMicrophone,
    label: t(call.isMuted ? "softphone.call.unmute" : "softphone.call.mute"),
    onClick: () => actions.toggleMute(id),
  };
  const dialPad: CallControl = {
    name: "dialPad",
    isAbsent: !isTalking,
    look: isPadOpen ? "active" : "plain",
    icon: IconDialpad,
    label: t("softphone.call.dialPad"),
    expanded: isPadOpen,
    onClick: () => actions.toggleCallPad(id),
  };
  const record: CallControl = {
    name: "record",
    isAbsent: !isTalking,
    ...(recording === "off"
      ? { icon: IconPlayerRecord, label: t("softphone.call.record") }
      : {
          look: "active",
          icon: IconPlayerStop,
          label: t("softphone.call.stopRecording"),
          word: t("softphone.call.stopShort"),
        }),
    onClick: () => actions.record(id, recording === "off" ? "on" : "off"),
  };
  const pauseRecording: CallControl = {
    name: "pauseRecording",
    isAbsent: !isTalking || recording === "off",
    look: isPaused ? "active" : "plain",
    icon: isPaused ? IconPlayerRecord : IconPlayerPause,
    label: t(isPaused ? "softphone.call.resumeRecording" : "softphone.call.pauseRecording"),
    word: t(isPaused ? "softphone.call.resumeShort" : "softphone.call.pauseShort"),
    onClick: () => actions.record(id, isPaused ? "on" : "paused"),
  };
  const transfer: CallControl = {
    name: "transfer",
    isAbsent: !isMovable,
    icon: IconTransfer,
    label: t("softphone.call.transfer"),
    onClick: () => actions.openDialog("transfer", id),
  };
  const threeWay: CallControl = {
    name: "threeWay",
    // Three people are the maximum.
    isAbsent: !isMovable || (people?.length ?? 0) >= MOST_PEOPLE,
    icon: IconUsersPlus,
    label: t("softphone.call.threeWay"),
    onClick: () => actions.openDialog("threeWay", id),
  };
  const park: CallControl = {
    name: "park",
    isAbsent: !isMovable,
    isRisky: true,
    icon: IconParking,
    label: t("softphone.call.park"),
    onClick: () => actions.park(id),
  };
  const hangUp: CallControl = {
    name: "hangUp",
    isRisky: true,
    look: "end",
    icon: IconPhoneOff,
    label: t("softphone.call.hangUp"),
    onClick: () => actions.hangUp(id),
  };
  if (isListener) return [mute, hangUp];
  return [
    hold,
    mute,
    dialPad,
    ...(mayRecord ? [record] : []),
    transfer,
    ...(canInvite ? [threeWay] : []),
    ...(mayRecord ? [pauseRecording] : []),
    park,
    hangUp,
  ];
}
