import { AppError, isPrivateRoom, mayDo, type CallAct, type TouchedLeg } from "@callpanel/contract";
import type { Scene } from "./command.ts";

/** RT-19: refuses what the rights do not allow with this target, before the phone system is called. */
export function demand({ caller }: Pick<Scene, "caller">, act: CallAct): void {
  if (!mayDo(caller.rights, act)) throw new AppError("request.forbidden");
}

/**
 * RT-12: how the sender of a command is related to a channel, and who owns it. A channel that does not exist and one that the
 * sender may not see give the same error.
 */
export const touchedLeg = (scene: Scene, channel: string): TouchedLeg => found(relatedLeg(scene, channel));

/** QBOARD-11: the same, also for the leg of a caller who waits in a queue that the sender sees, or who was moved out of one by the sender. */
export function movedLeg(scene: Scene, channel: string): TouchedLeg {
  const queue = queueOf(scene, channel);
  const leftQueue = scene.sent.queueOf(channel);
  const related = relatedLeg(scene, channel);
  if (queue === undefined && leftQueue === undefined) return found(related);
  return { ...(related ?? { relation: "waits", owners: [] }), queue, leftQueue };
}

function found(touched: TouchedLeg | undefined): TouchedLeg {
  if (touched === undefined) throw new AppError("request.notFound");
  return touched;
}

function queueOf({ queues, sight }: Scene, channel: string): string | undefined {
  if (channel === "") return undefined;
  return queues.visible(sight.queues).find(({ waiting }) => waiting.some((one) => one.channel === channel))?.id;
}

function relatedLeg(scene: Scene, channel: string): TouchedLeg | undefined {
  const { caller, sight, presenceBoard, parked } = scene;
  const sides = channel === "" ? [] : sidesOf(scene, channel);
  const place = [...parked.entries.values()].find((one) => one.channel === channel && one.realm === caller.realm.name);
  const own = presenceBoard.person(caller.userId)?.calls.map(({ callid }) => callid) ?? [];
  const owners = ownersOf(sides, place?.parker.userId);
  if (sides.some(({ callid }) => own.includes(callid)) || isInRoomWith(scene, channel))
    return { relation: "in", owners };
  if (place?.parker.userId === caller.userId) return { relation: "parked", owners };
  const isSeen =
    sides.some(({ isShown }) => isShown) || (place !== undefined && sight.parked.show(place) !== undefined);
  if (!isSeen) return undefined;
  return { relation: scene.sent.has(channel) ? "sent" : "seen", owners };
}

/** RT-12: a channel that is the person's own leg; any other gives the same error as an unknown one. */
export function demandOwn({ caller, presenceBoard }: Scene, channel: string): void {
  const own = presenceBoard.person(caller.userId)?.calls.some((call) => call.channel === channel);
  if (own !== true) throw new AppError("request.notFound");
}

/** People with this channel as their own leg, or at the far end. */
interface Side {
  readonly userId: number;
  readonly callid: string;
  readonly isOwner: boolean;
  readonly isShown: boolean;
}

function sidesOf({ presenceBoard, sight }: Scene, channel: string): readonly Side[] {
  return [...presenceBoard.people()].flatMap((person) =>
    person.calls
      .filter((call) => call.channel === channel || call.peerChannel === channel)
      .map((call) => ({
        userId: person.userId,
        callid: call.callid,
        isOwner: call.channel === channel,
        isShown: sight.people.of(person).calls,
      })),
  );
}

/** The leg of an outside party belongs to the people who talk to it; in a parking slot, to the person who parked it. */
function ownersOf(sides: readonly Side[], parkerId: number | undefined): readonly number[] {
  const owners = sides.filter(({ isOwner }) => isOwner);
  const people = (owners.length > 0 ? owners : sides).map(({ userId }) => userId);
  return people.length > 0 || parkerId === undefined ? people : [parkerId];
}

/** Members of a three-way call are in a call with each other. */
function isInRoomWith({ caller, conferences }: Scene, channel: string): boolean {
  const room = conferences.conferenceOf(caller.realm.name, channel);
  return (
    room !== undefined && isPrivateRoom(room.confno) && room.members.some(({ userId }) => userId === caller.userId)
  );
}
