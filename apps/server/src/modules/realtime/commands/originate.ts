import { AppError, meets, type Demand } from "@callpanel/contract";
import { INVITE_DEMAND, ORIGINATE_DEMAND, THREE_WAY_DEMAND } from "../realtime.policy.ts";
import { carriedOut, notServed, type Carry } from "./command.ts";

/** Rooms of three-way conferences (spec 1 §4). */
const THREE_WAY_ROOM = /^3WC-\d{8}$/;

/** RT-15: from one's own extension it rings one's own phones; into a room it invites. */
export const originate: Carry<"Originate"> = async ({ from, to }, { caller, orders }) => {
  const by = caller.username;
  const isOwn = from === caller.extension;
  if (!meets(caller.rights, demandOf(from, isOwn))) throw new AppError("request.forbidden");
  const ordered = isOwn ? orders.originate?.({ by, to }) : orders.invite?.({ by, room: from, to });
  const { callId } = carriedOut((await ordered) ?? notServed(), isOwn ? from : to);
  return { callid: callId };
};

function demandOf(from: string, isOwn: boolean): Demand {
  if (isOwn) return ORIGINATE_DEMAND;
  return THREE_WAY_ROOM.test(from) ? THREE_WAY_DEMAND : INVITE_DEMAND;
}
