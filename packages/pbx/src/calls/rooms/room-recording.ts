/** One recording of a room, of what all members hear together, while members come and go (CONF-31). */
import type { InnerPort } from "@callpanel/media";
import type { Clock, Log, Party, RecordingFolder } from "@callpanel/phone-port";
import { createLegRecorder, type LegRecorder, type RecordingStep, type RunningRecording } from "../leg/leg-recorder.ts";
import type { Member } from "./member.ts";

export interface RoomRecording {
  readonly isOn: boolean;
  /** False: it cannot be recorded. `by`: SIP username; undefined: the room records by itself. */
  start(by: string | undefined, among: RecordedMembers): boolean;
  stop(): void;
  /** It is in the records of the calls of those who may hear it (CONF-35). */
  follow(among: RecordedMembers): void;
}

export interface RecordedMembers {
  readonly inside: readonly Member[];
  /** All of them may hear it. */
  readonly isShared: boolean;
}

export interface RoomRecordingParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly randomText: (length: number) => string;
  readonly recordings?: RecordingFolder | undefined;
  readonly room: Pick<Party, "number" | "name">;
  readonly inner: () => InnerPort | undefined;
  /** It ended without a stop: the disk is full, the media has failed. */
  readonly lost: () => void;
}

export function createRoomRecording({ room, inner, lost, ...deps }: RoomRecordingParts): RoomRecording {
  /** Members in whose calls' records it is. */
  const sharing = new Set<Member>();
  let recorder: LegRecorder | undefined;
  let starter: string | undefined;

  const share = (member: Member, recording: RunningRecording, on: boolean): void => {
    if (sharing.has(member) === on) return;
    if (on) sharing.add(member);
    else sharing.delete(member);
    member.caller.recorded({ kind: on ? "shared" : "unshared", recording });
  };
  const isOfStarter = ({ caller: { leg } }: Member): boolean =>
    leg.user.trunk !== true && leg.user.sipUsername === starter;
  const mayHear = (member: Member, isShared: boolean): boolean =>
    isShared || member.standing.admin || isOfStarter(member);

  return {
    get isOn() {
      return recorder?.current !== undefined;
    },
    start: (by, { inside, isShared }) => {
      starter = by;
      // The person who wanted it, else the leader of the room, else those who are there: it is in their history.
      const home = inside.find(isOfStarter) ?? inside.find(({ standing }) => standing.admin) ?? inside[0];
      const port = deps.recordings === undefined || home === undefined ? undefined : inner();
      if (port === undefined || home === undefined) return false;
      const of: Party = { ...room, kind: "room" };
      // It has to be in some call, also if nobody is there who may hear it.
      const closed = !mayHear(home, isShared);
      const told = (step: RecordingStep): void => {
        home.caller.recorded(step);
        if (step.kind === "stopped") for (const member of sharing) share(member, step.recording, false);
        if (step.kind === "ended" && step.sound.failure !== undefined && recorder === mine) lost();
      };
      const mine = createLegRecorder({ ...deps, port, of: () => of, closed, told });
      recorder = mine;
      sharing.add(home);
      return mine.start(by ?? home.caller.leg.user.sipUsername);
    },
    stop: () => {
      const last = recorder;
      recorder = undefined;
      last?.stop();
    },
    follow: ({ inside, isShared }) => {
      const recording = recorder?.current;
      if (recording === undefined) return;
      for (const member of sharing) if (!inside.includes(member)) share(member, recording, false);
      for (const member of inside) if (mayHear(member, isShared)) share(member, recording, true);
    },
  };
}
