import { AppError } from "@callpanel/contract";
import { demandSeen } from "./channel-sight.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

export const startRecording: Carry<"MixMonitor"> = ({ channel }, scene) => {
  demandSeen(scene, channel);
  const outcome = scene.orders.startRecording?.({ by: scene.caller.username, legId: channel }) ?? notServed();
  // REC-30: the administration has switched recording off.
  if (!outcome.ok && outcome.why === "unavailable") throw new AppError("sipua.error.recDisabled");
  carriedOut(outcome);
};

export const stopRecording: Carry<"StopMixMonitor"> = ({ channel }, scene) => {
  demandSeen(scene, channel);
  carriedOut(scene.orders.stopRecording?.({ legId: channel }) ?? notServed());
};

export const pauseRecording: Carry<"MixMonitorMute"> = ({ channel, muted }, scene) => {
  demandSeen(scene, channel);
  carriedOut(scene.orders.pauseRecording?.({ legId: channel, paused: muted }) ?? notServed());
};
