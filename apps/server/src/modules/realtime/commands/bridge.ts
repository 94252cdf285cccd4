import { demandSeen } from "./channel-sight.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

export const bridgeInfo: Carry<"bridgeinfo"> = ({ channel }, scene) => {
  demandSeen(scene, channel);
  const { bridgeId, peerLegId } = carriedOut(scene.orders.bridgeOf?.(channel) ?? notServed());
  return { bridgeid: bridgeId, bridgePeer: peerLegId ?? null };
};
