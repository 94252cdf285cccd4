import { AppError, isPrivateRoom } from "@callpanel/contract";
import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, touchedLeg } from "./touched-leg.ts";

export const bridgeInfo: Carry<"bridgeinfo"> = async ({ channel }, scene) => {
  demand(scene, { kind: "inspect", leg: touchedLeg(scene, channel) });
  const { bridgeId, peerLegId } = carriedOut(await (scene.commands.bridgeOf?.(channel) ?? notServed()));
  // RT-12: meanwhile the leg may have moved to another call, which the sender may not see.
  const leg = touchedLeg(scene, channel);
  demand(scene, { kind: "inspect", leg });
  // ROOM-11: only its members may know the number of a three-way call.
  if (isPrivateRoom(bridgeId) && leg.relation !== "in") throw new AppError("request.forbidden");
  return { bridgeid: bridgeId, bridgePeer: peerLegId ?? null };
};
