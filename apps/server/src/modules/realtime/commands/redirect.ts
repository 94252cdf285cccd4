import { demandSeen } from "./channel-sight.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

export const redirect: Carry<"redirect"> = async ({ channel, extra, to }, scene) => {
  const legIds = extra === undefined ? [channel] : [channel, extra];
  demandSeen(scene, ...legIds);
  const ordered = await scene.orders.redirect?.({ by: scene.caller.username, legIds, to });
  carriedOut(ordered ?? notServed(), to);
};
