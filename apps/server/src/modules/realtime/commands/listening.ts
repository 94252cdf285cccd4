import { demandOwn } from "./channel-sight.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

/** RT-12: who hears somebody that listens in is for that person alone to say. */
export const setListening: Carry<"ChanSpyMode"> = ({ channel, mode }, scene) => {
  demandOwn(scene, channel);
  carriedOut(scene.orders.setListening?.({ legId: channel, mode }) ?? notServed());
};
