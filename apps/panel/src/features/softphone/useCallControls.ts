import { canRead } from "@callpanel/contract";
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
import { useWords } from "../../shared/words/useWords.ts";
import type { CallButtonProps } from "./CallButton.tsx";
import { useSoftphone, useSoftphoneState } from "./softphone.context.ts";
import { listenedTo } from "./softphone.model.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { useRecording } from "./useRecording.ts";

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
}

/** What a person can do with a call just now, in the order of the toolbar (SOFT-11, SOFT-26). Whoever draws it picks. */
export function useCallControls(call: CallSnapshot): readonly CallControl[] {
  const t = useWords(softphoneMessages);
  const { actions, viewer } = useSoftphone();
  // What the commands for it demand (spec 1 §6).
  const canInvite = canRead(viewer.rights, "active_calls");
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id;
  const recording = useRecording(call);
  const hangUp: CallControl = {
    name: "hangUp",
    look: "end",
    icon: IconPhoneOff,
    label: t("softphone.call.hangUp"),
    onClick: () => actions.hangUp(call.id),
  };
  if (call.state === "initiating") return [hangUp];
  const hold: CallControl = {
    name: "hold",
    look: call.isOnHold ? "active" : "plain",
    icon: call.isOnHold ? IconPlayerPlay : IconPlayerPause,
    label: t(call.isOnHold ? "softphone.call.unhold" : "softphone.call.hold"),
    onClick: () => actions.toggleHold(call.id),
  };
  const mute: CallControl = {
    name: "mute",
    look: call.isMuted ? "active" : "plain",
    icon: call.isMuted ? IconMicrophone : IconMicrophoneOff,
    label: t(call.isMuted ? "softphone.call.unmute" : "softphone.call.mute"),
    onClick: () => actions.toggleMute(call.id),
  };
  const dialPad: CallControl = {
    name: "dialPad",
    look: isPadOpen ? "active" : "plain",
    icon: IconDialpad,
    label: t("softphone.call.dialPad"),
    expanded: isPadOpen,
    onClick: () => actions.toggleCallPad(call.id),
  };
  // Who listens in is nobody's peer: the call cannot be held or sent anywhere.
  if (listenedTo(call) !== null) return [mute, hangUp];
  return [hold, mute, dialPad, ...movesOf(call), ...(viewer.flags.canCallRecord ? recordingOf(call) : []), hangUp];

  function recordingOf({ id }: CallSnapshot): readonly CallControl[] {
    const record: CallControl =
      recording === "off"
        ? {
            name: "record",
            icon: IconPlayerRecord,
            label: t("softphone.call.record"),
            onClick: () => actions.record(id, "on"),
          }
        : {
            name: "record",
            look: "active",
            icon: IconPlayerStop,
            label: t("softphone.call.stopRecording"),
            word: t("softphone.call.stopShort"),
            onClick: () => actions.record(id, "off"),
          };
    if (recording === "off") return [record];
    const isPaused = recording === "paused";
    const pause: CallControl = {
      name: "pauseRecording",
      look: isPaused ? "active" : "plain",
      icon: isPaused ? IconPlayerRecord : IconPlayerPause,
      label: t(isPaused ? "softphone.call.resumeRecording" : "softphone.call.pauseRecording"),
      word: t(isPaused ? "softphone.call.resumeShort" : "softphone.call.pauseShort"),
      onClick: () => actions.record(id, isPaused ? "on" : "paused"),
    };
    return [record, pause];
  }

  /** A call that is being transferred is not sent anywhere else meanwhile. */
  function movesOf({ id, transfer }: CallSnapshot): readonly CallControl[] {
    if (transfer) return [];
    return [
      {
        name: "transfer",
        icon: IconTransfer,
        label: t("softphone.call.transfer"),
        onClick: () => actions.openDialog("transfer", id),
      },
      { name: "park", icon: IconParking, label: t("softphone.call.park"), onClick: () => actions.park(id) },
      ...(canInvite
        ? [
            {
              name: "threeWay",
              icon: IconUsersPlus,
              label: t("softphone.call.threeWay"),
              onClick: () => actions.openDialog("threeWay", id),
            } as const,
          ]
        : []),
    ];
  }
}
