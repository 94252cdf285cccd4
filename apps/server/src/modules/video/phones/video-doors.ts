/** Telephones at the door of rooms, for the phone system (docs/spec/video-phones.md). */
import { AppError, type MeetingServerFrame } from "@callpanel/contract";
import type { VideoDoor, VideoDoors, VideoPhoneEvent, VideoRefusal, VideoVisitor } from "@callpanel/phone-port";
import type { PinLock } from "../../../kernel/guard/pin-lock.ts";
import { tryRoomPins, videoPinHolder } from "../../../kernel/guard/room-pins.ts";
import type { MeetingHub } from "../meeting/meeting-hub.ts";
import { cleanName, isNumber } from "../meeting/names.ts";
import type { StoredVideoRoom, VideoRoomStore } from "../video-room.store.ts";
import type { VideoRooms } from "../video-rooms.ts";
import type { RoomNumbers } from "./room-number.ts";

export interface VideoDoorsDeps {
  readonly store: Pick<VideoRoomStore, "byId">;
  readonly rooms: Pick<VideoRooms, "checkOpen" | "hasTelephones" | "languageOf" | "pinOf">;
  readonly numbers: Pick<RoomNumbers, "roomIdOf">;
  readonly hub: Pick<MeetingHub, "checkDoor" | "missed" | "telephone">;
  readonly pinLock: PinLock;
  readonly realmIdOf: (realm: string) => Promise<number | undefined>;
}

/** Of a caller who shows no name and no number. */
const UNKNOWN_CALLER = "Telephone";

export function createVideoDoors({ store, rooms, numbers, hub, pinLock, realmIdOf }: VideoDoorsDeps): VideoDoors {
  const pinsOf = (room: StoredVideoRoom) => {
    const of = (role: "guest" | "admin"): string | null => rooms.pinOf(room, role) || null;
    return { pin: of("guest"), adminPin: of("admin") };
  };
  const find = async (realm: string, id: number): Promise<StoredVideoRoom | undefined> => {
    const room = await store.byId(id);
    if (room === undefined || room.realmId !== (await realmIdOf(realm))) return undefined;
    return rooms.hasTelephones() && isOpen(() => rooms.checkOpen(room)) ? room : undefined;
  };
  return {
    language: () => rooms.languageOf(),
    find: async (realm, number): Promise<VideoDoor | undefined> => {
      const id = numbers.roomIdOf(number);
      const room = id === undefined ? undefined : await find(realm, id);
      if (room === undefined) return undefined;
      const { pin, adminPin } = pinsOf(room);
      return {
        id: room.id,
        name: room.name,
        language: rooms.languageOf(room),
        asksForPin: pin !== null ? "always" : adminPin === null ? "never" : "admins",
      };
    },
    checkPin: async ({ realm, id }, attempt) => {
      const room = await find(realm, id);
      if (room === undefined) return "wrong";
      return tryRoomPins(pinLock, { holder: videoPinHolder(id), ...pinsOf(room) }, attempt);
    },
    missed: hub.missed,
    enter: async (id, visitor) => {
      try {
        if (visitor.invitation === undefined) await hub.checkDoor(id, null);
        const shown = cleanName(visitor.name) || cleanName(visitor.number);
        const name = shown || UNKNOWN_CALLER;
        const seated = await hub.telephone(
          { roomId: id, role: visitor.admin ? "admin" : "guest", name },
          {
            number: visitor.number,
            isNameless: isNumber(shown),
            voice: visitor.voice,
            hear: visitor.hear,
            take: tellTo(visitor),
          },
          visitor.invitation,
        );
        return {
          leave: () => seated.receive({ type: "leave" }),
          speak: (on) => seated.receive({ type: "sending", microphone: on, camera: false, screen: false }),
        };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/** VREC-3: each change of the recording is said. */
function tellTo(visitor: VideoVisitor): (frame: MeetingServerFrame) => void {
  let recorded = false;
  return (frame) => {
    const event = eventOf(frame);
    if (event !== undefined) visitor.told(event);
    if (frame.type === "joined") recorded = frame.recording;
    if (frame.type !== "meeting" || frame.recording === recorded) return;
    recorded = frame.recording;
    visitor.told({ kind: "recorded", on: recorded });
  };
}

function eventOf(frame: MeetingServerFrame): VideoPhoneEvent | undefined {
  switch (frame.type) {
    case "lobby":
      return { kind: "waits" };
    case "joined":
      return { kind: "joined", recorded: frame.recording };
    case "muted":
      return frame.what === "microphone" ? { kind: "muted" } : undefined;
    case "over":
      return { kind: "over" };
    case "refused":
      return frame.code === "video.tooFast" ? undefined : { kind: "over" };
    default:
      return undefined;
  }
}

function isOpen(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function refusalOf(error: unknown): VideoRefusal {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "video.locked") return "locked";
  return error.code === "video.full" ? "full" : "closed";
}
