import { isPrivateRoom, type CallAct } from "@callpanel/contract";
import { carriedOut, notServed, type Carry, type Scene } from "./command.ts";
import { demand } from "./touched-leg.ts";

/** RT-15: from one's own extension, one's own phones ring; from a room, the number is invited into it. */
export const originate: Carry<"Originate"> = async ({ from, to }, scene) => {
  const { caller, commands } = scene;
  const by = caller.username;
  const isOwn = from === caller.extension;
  demand(scene, isOwn ? { kind: "ringOwn" } : invitation(from, scene));
  const ordered = isOwn ? commands.originate?.({ by, to }) : commands.invite?.({ by, room: from, to });
  const { callId } = carriedOut((await ordered) ?? notServed(), isOwn ? from : to);
  return { callid: callId };
};

function invitation(room: string, { caller, conferences }: Scene): CallAct {
  if (!isPrivateRoom(room)) return { kind: "inviteToRoom", room };
  const { members = [] } = conferences.find({ realm: caller.realm.name, confno: room }) ?? {};
  return { kind: "inviteToPrivateRoom", isMember: members.some(({ userId }) => userId === caller.userId) };
}
