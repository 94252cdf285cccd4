import { AppError, isPrivateRoom } from "@callpanel/contract";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

export const bridgeInfo: Carry<"bridgeinfo"> = ({ channel }, scene) => {
  const leg = touchedLeg(scene, channel);
  demand(scene, { kind: "inspect", leg });
  const { bridgeId, peerLegId } = carriedOut(scene.commands.bridgeOf?.(channel) ?? notServed());
  // ROOM-11: only its members may know the number of a three-way call.
  if (isPrivateRoom(bridgeId) && leg.relation !== "in") throw new AppError("request.forbidden");
  return { bridgeid: bridgeId, bridgePeer: peerLegId ?? null };
};
