import {
  AppError,
  conferenceNumber,
  confnoOf,
  isPersonalConference,
  isPrivateRoom,
  type CallAct,
} from "@callpanel/contract";
import { leadsConference } from "../conferences/index.ts";
import { carriedOut, notServed, type Carry, type Scene } from "./command.ts";
import { demand } from "./touched-leg.ts";

/** RT-15: from the user's own extension, the user's own phones ring; from a room, the number is invited into it. */
export const originate: Carry<"Originate"> = async ({ from, to }, scene) => {
  const { callId } = from === scene.caller.extension ? await ringOwn(to, scene) : await invite(from, to, scene);
  return { callid: callId };
};

async function ringOwn(to: string, scene: Scene): Promise<{ readonly callId: string }> {
  const { caller, commands } = scene;
  const by = caller.username;
  const goal = await (commands.goalOf?.({ by, to }) ?? notServed());
  // CONF-11
  demand(scene, goal.kind === "room" ? { kind: "callRoom", room: confnoOf(goal.number) } : { kind: "ringOwn" });
  const outcome = await (commands.originate?.({ by, to }) ?? notServed());
  const ownIsMissing = !outcome.ok && outcome.why === "notRegistered";
  return carriedOut(outcome, ownIsMissing ? caller.extension : to);
}

async function invite(from: string, to: string, scene: Scene): Promise<{ readonly callId: string }> {
  const { caller, commands } = scene;
  const room = confnoOf(from);
  demand(scene, invitation(room, scene));
  const command = { by: caller.username, room: conferenceNumber(room), to, isTrusted: isTrusted(room, scene) };
  return carriedOut((await commands.invite?.(command)) ?? notServed(), to);
}

function invitation(room: string, scene: Scene): CallAct {
  // CONF-43: of a personal conference of others one must not learn that it exists.
  if (isPersonalConference(room) && !leadsConference(scene.caller, room, scene) && !isInside(room, scene))
    throw new AppError("request.notFound");
  return isPrivateRoom(room)
    ? { kind: "inviteToPrivateRoom", isMember: isInside(room, scene) }
    : { kind: "inviteToRoom", room };
}

/** CONF-23: whose guests are let in without a PIN, and into a locked room. */
function isTrusted(room: string, scene: Scene): boolean {
  const locked = scene.conferences.find({ realm: scene.caller.realm.name, confno: room })?.locked === true;
  return leadsConference(scene.caller, room, scene) || (!locked && isInside(room, scene));
}

function isInside(confno: string, { caller, conferences }: Scene): boolean {
  const { members = [] } = conferences.find({ realm: caller.realm.name, confno }) ?? {};
  return members.some(({ userId, waiting }) => userId === caller.userId && !waiting);
}
