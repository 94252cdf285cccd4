import { AppError, isPrivateRoom } from "@callpanel/contract";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, demandOwn } from "./touched-leg.ts";

/** ROOM-17: both legs are one's own, and nobody is in the room yet. */
export const merge: Carry<"merge"> = async ({ channel, extra, to }, scene) => {
  const { caller, orders } = scene;
  for (const one of [channel, extra]) demandOwn(scene, one);
  demand(scene, { kind: "merge", isOwn: true });
  if (!isPrivateRoom(to)) throw new AppError("request.forbidden");
  const order = { by: caller.username, kept: channel, left: extra, room: to };
  carriedOut((await orders.merge?.(order)) ?? notServed());
};

/** ROOM-15. Nothing is waited for between the look and the order. */
export const removeFromRoom: Carry<"ConfbridgeKick"> = ({ confno, channel }, scene) => {
  const { caller, threeWay } = scene;
  const by = threeWay.standing({ realm: caller.realm.name, confno }, caller.userId, channel);
  // A call of others, and one that is not there, are told alike.
  if (by === "stranger") throw new AppError("request.notFound");
  demand(scene, { kind: "removeFromPrivateRoom", by });
  carriedOut(scene.orders.removeFromRoom?.({ room: confno, id: channel }) ?? notServed());
};

/** ROOM-14: nobody says of another that they are muted. */
export const setMuted: Carry<"ConfbridgeMute"> = ({ channel, muted }, scene) => {
  demandOwn(scene, channel);
  carriedOut(scene.orders.setMuted?.({ legId: channel, muted }) ?? notServed());
};
