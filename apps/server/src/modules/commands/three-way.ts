import { AppError, isPrivateRoom } from "@callpanel/contract";
import { carriedOut, notServed, type Carry, type Frames, type Scene } from "./command.ts";
import { demand, demandOwn } from "./touched-leg.ts";

/** ROOM-17: both legs must be the person's own, and the room must be empty. */
export const merge: Carry<"merge"> = async ({ channel, extra, to }, scene) => {
  const { caller, commands } = scene;
  for (const one of [channel, extra]) demandOwn(scene, one);
  demand(scene, { kind: "merge", isOwn: true });
  if (!isPrivateRoom(to)) throw new AppError("request.forbidden");
  const command = { by: caller.username, kept: channel, left: extra, room: to };
  carriedOut(await (commands.merge?.(command) ?? notServed()));
};

/** ROOM-15. No await between the check and the command. */
export async function removeFromThreeWay(
  { confno, channel }: Frames["ConfbridgeKick"],
  scene: Scene,
): Promise<undefined> {
  const { caller, threeWay } = scene;
  const by = threeWay.standing({ realm: caller.realm.name, confno }, caller.userId, channel);
  // The same error for a call of others and for one that does not exist.
  if (by === "stranger") throw new AppError("request.notFound");
  demand(scene, { kind: "removeFromPrivateRoom", by });
  carriedOut(await (scene.commands.removeFromRoom?.({ room: confno, id: channel }) ?? notServed()));
}

/** ROOM-14: only the user's own leg can be marked as muted. */
export async function reportMicrophone(
  { channel, muted }: Pick<Frames["ConfbridgeMute"], "channel" | "muted">,
  scene: Scene,
): Promise<undefined> {
  demandOwn(scene, channel);
  demand(scene, { kind: "reportMicrophone" });
  carriedOut(await (scene.commands.setMuted?.({ legId: channel, muted }) ?? notServed()));
}
