/** Runs callers at the door of video rooms, and then in a meeting (docs/spec/video-phones.md). */
import type { Clock, Log, MaybePromise, VideoDoor, VideoParts } from "@callpanel/phone-port";
import type { ServedCaller, Service, ServiceStay } from "../call/service.ts";
import { pinCallerOf, startIvr } from "../services/ivr/ivr.ts";
import { wordsFile } from "../services/ivr/words.ts";
import {
  stepVideoDoor,
  VIDEO_DOOR_BEGIN,
  type VideoDoorAsk,
  type VideoDoorState,
  type VideoDoorResult,
} from "./video-door.model.ts";
import { createVideoInside } from "./video-inside.ts";

export interface VideoDoorDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
}

interface Known {
  readonly room: VideoDoor;
  readonly admin: boolean;
  /** They were called into it. */
  readonly invitation?: string;
}

/** `number`: as it was dialled; `known`: what they are not asked for. */
export function createVideoDoor(
  { clock, log, realm }: VideoDoorDeps,
  { doors, promptsFolder }: VideoParts,
  { number, known: given }: { readonly number: string; readonly known?: Known },
): Service {
  /** Where they have been let in: a leg that replaces theirs is not asked again. */
  let known = given;

  const enter = async (
    caller: ServedCaller,
    { room, admin, invitation }: Known,
    arrived: (stay: ServiceStay) => void,
  ): Promise<VideoDoorResult> => {
    const inside = createVideoInside({ clock, log, promptsFolder, language: room.language, caller });
    const { shown, port } = caller.leg;
    const { told, hear } = inside;
    const visitor = { admin, invitation, name: shown.name, number: shown.number, voice: port, told, hear };
    arrived(inside);
    const stay = await doors.enter(room.id, visitor);
    if (typeof stay === "string") return { kind: "refused", why: stay };
    known = { room, admin };
    caller.meet({ number, name: room.name, kind: "videoRoom" });
    inside.begin(stay);
    return { kind: "entered" };
  };

  return {
    serve: (caller) => {
      const at: { stay?: ServiceStay; inside?: ServiceStay } = {};
      let room = known?.room;
      const answer = (ask: VideoDoorAsk): MaybePromise<VideoDoorResult> => {
        switch (ask.kind) {
          case "find":
            return found(doors.find(realm, ask.number));
          case "pin":
            return checked(ask.pin);
          case "enter":
            return entered(ask.admin);
        }
      };
      const found = async (finding: MaybePromise<VideoDoor | undefined>): Promise<VideoDoorResult> => {
        room = await finding;
        return room === undefined ? { kind: "unknown" } : { kind: "found", asksForPin: room.asksForPin };
      };
      const checked = async (pin: string): Promise<VideoDoorResult> => {
        const attempt = { pin, caller: pinCallerOf(caller) };
        const result = room === undefined ? "wrong" : await doors.checkPin({ realm, id: room.id }, attempt);
        return { kind: "pin", result };
      };
      const entered = async (admin: boolean): Promise<VideoDoorResult> => {
        if (room === undefined) return { kind: "refused", why: "closed" };
        const invited = known?.invitation === undefined ? {} : { invitation: known.invitation };
        const told = await enter(caller, { room, admin, ...invited }, (inside) => {
          at.inside = inside;
        });
        if (told.kind !== "refused") door?.stop();
        else {
          at.inside?.stop();
          at.inside = undefined;
        }
        return told;
      };
      const before = known;
      const begin =
        before === undefined
          ? VIDEO_DOOR_BEGIN
          : ({
              state: { phase: "entering" },
              effects: [{ kind: "ask", ask: { kind: "enter", admin: before.admin } }],
            } as const);
      const door: ServiceStay | undefined = startIvr<VideoDoorState, VideoDoorAsk, VideoDoorResult>({
        clock,
        log,
        caller,
        begin,
        step: stepVideoDoor,
        answer,
        spoken: (key) => wordsFile(promptsFolder, room?.language ?? doors.language(), key),
        sendOn: () => undefined,
      });
      return {
        stop: () => {
          door?.stop();
          at.inside?.stop();
        },
        pressed: (digit) => (at.inside ?? door)?.pressed?.(digit),
        held: () => at.inside?.held?.(),
      };
    },
  };
}
