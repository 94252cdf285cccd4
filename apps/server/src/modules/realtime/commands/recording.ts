import { demandSeen } from "./channel-sight.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

export const startRecording: Carry<"MixMonitor"> = ({ channel }, scene) => {
  demandSeen(scene, channel);
  carriedOut(scene.orders.startRecording?.({ by: scene.caller.username, legId: channel }) ?? notServed());
};

export const stopRecording: Carry<"StopMixMonitor"> = ({ channel }, scene) => {
  demandSeen(scene, channel);
  carriedOut(scene.orders.stopRecording?.({ legId: channel }) ?? notServed());
};

export const pauseRecording: Carry<"MixMonitorMute"> = ({ channel, muted }, scene) => {
  demandSeen(scene, channel);
  carriedOut(scene.orders.pauseRecording?.({ legId: channel, paused: muted }) ?? notServed());
};
