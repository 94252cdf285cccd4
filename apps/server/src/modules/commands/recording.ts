import { AppError } from "@callpanel/contract";
import { carriedOut, notServed, type Carry, type Scene } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

export const startRecording: Carry<"MixMonitor"> = async ({ channel }, scene) => {
  demandRecording(scene, channel);
  const by = scene.caller.username;
  const outcome = await (scene.commands.startRecording?.({ by, legId: channel }) ?? notServed());
  // REC-30: the administration has disabled recording.
  if (!outcome.ok && outcome.why === "unavailable") throw new AppError("sipua.error.recDisabled");
  carriedOut(outcome);
};

export const stopRecording: Carry<"StopMixMonitor"> = async ({ channel }, scene) => {
  demandRecording(scene, channel);
  carriedOut(await (scene.commands.stopRecording?.({ legId: channel }) ?? notServed()));
};

export const pauseRecording: Carry<"MixMonitorMute"> = async ({ channel, muted }, scene) => {
  demandRecording(scene, channel);
  carriedOut(await (scene.commands.pauseRecording?.({ legId: channel, paused: muted }) ?? notServed()));
};

/** REC-24: on the leg of a listener, the watched person's call is recorded. */
function demandRecording(scene: Scene, channel: string): void {
  const watched = scene.listening.watchedBy(channel);
  const { owners } = touchedLeg(scene, channel);
  demand(scene, { kind: "record", owners: watched === undefined ? owners : [...owners, watched] });
}
