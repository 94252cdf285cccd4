import { carriedOut, notServed, type Carry } from "./command.ts";
import { demand, demandOwn } from "./touched-leg.ts";

/** RT-12: only the listener may set who hears them. */
export const setListening: Carry<"ChanSpyMode"> = async ({ channel, mode }, scene) => {
  demandOwn(scene, channel);
  const userId = scene.listening.watchedBy(channel);
  if (userId !== undefined) demand(scene, { kind: "listen", userId });
  carriedOut(await (scene.commands.setListening?.({ legId: channel, mode }) ?? notServed()));
};
