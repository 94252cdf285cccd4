import { AppError, conferenceNumber, isPrivateRoom } from "@callpanel/contract";
import {
  leadsConference,
  seesConference,
  shownMembers,
  type LiveConference,
  type LiveMember,
} from "../conferences/index.ts";
import { carriedOut, notServed, type Carry, type Scene } from "./command.ts";
import { removeFromThreeWay, reportMicrophone } from "./three-way.ts";
import { demand } from "./touched-leg.ts";

/** CONF-3: the same as in the events. */
export const listConference: Carry<"ConfbridgeList"> = ({ confno }, { caller, conferences, sight }) => {
  const conference = conferences.find({ realm: caller.realm.name, confno });
  return [...shownMembers(conference, { sight: sight.conferences, ownId: caller.userId })];
};

/** CONF-10. No await between the checks and the commands, here and below. */
export const removeMember: Carry<"ConfbridgeKick"> = async (frame, scene) => {
  const { confno, channel } = frame;
  if (isPrivateRoom(confno)) return removeFromThreeWay(frame, scene);
  demandControl(scene, confno);
  memberIn(scene, confno, channel);
  carriedOut(await (scene.commands.removeFromRoom?.({ room: conferenceNumber(confno), id: channel }) ?? notServed()));
};

/** CONF-10: anybody mutes and unmutes themselves; a listener who unmutes themselves is still muted by the room. */
export const muteMember: Carry<"ConfbridgeMute"> = async (frame, scene) => {
  const { caller, commands } = scene;
  const { confno, channel, muted } = frame;
  if (confno === undefined || isPrivateRoom(confno)) return reportMicrophone(frame, scene);
  const isOwn = findIn(scene, confno)?.members.some((one) => one.channel === channel && one.userId === caller.userId);
  if (isOwn === true && !leadsConference(caller, confno, scene)) {
    const order = { room: conferenceNumber(confno), legId: channel, muted, bySelf: true };
    carriedOut(await (commands.muteMember?.(order) ?? notServed()));
    return;
  }
  demandControl(scene, confno);
  memberIn(scene, confno, channel);
  carriedOut(await (commands.muteMember?.({ room: conferenceNumber(confno), legId: channel, muted }) ?? notServed()));
};

/** CONF-10 */
export const letInMember: Carry<"ConfbridgeLetIn"> = async ({ confno, channel }, scene) => {
  demandControl(scene, confno);
  memberIn(scene, confno, channel);
  carriedOut(await (scene.commands.letIn?.({ room: conferenceNumber(confno), legId: channel }) ?? notServed()));
};

/** CONF-10 */
export const lockConference: Carry<"ConfbridgeLock"> = async ({ confno, locked }, scene) => {
  demandControl(scene, confno);
  carriedOut(await (scene.commands.lockRoom?.({ room: conferenceNumber(confno), locked }) ?? notServed()));
};

/** CONF-31: needs leading the room, and the right to record the user's own calls. */
export const recordConference: Carry<"ConfbridgeRecord"> = async ({ confno, recorded }, scene) => {
  const { userId, username: by } = scene.caller;
  demandControl(scene, confno);
  demand(scene, { kind: "record", owners: [userId] });
  const outcome = await (scene.commands.recordRoom?.({ by, room: conferenceNumber(confno), recorded }) ?? notServed());
  if (!outcome.ok && outcome.why === "unavailable") throw new AppError("sipua.error.recDisabled");
  carriedOut(outcome);
};

const findIn = ({ conferences, caller }: Scene, confno: string): LiveConference | undefined =>
  conferences.find({ realm: caller.realm.name, confno });

/** A temporary room of a three-way call has rules of its own. What one does not see, does not exist. */
function demandControl(scene: Scene, confno: string): void {
  const isSeen = !isPrivateRoom(confno) && seesConference(scene.caller, findIn(scene, confno) ?? { confno });
  if (!isPrivateRoom(confno) && leadsConference(scene.caller, confno, scene)) return;
  throw new AppError(isSeen ? "request.forbidden" : "request.notFound");
}

function memberIn(scene: Scene, confno: string, channel: string): LiveMember {
  const member = findIn(scene, confno)?.members.find((one) => one.channel === channel);
  if (member === undefined) throw new AppError("request.notFound");
  return member;
}
