/** The ways into a meeting: a person of the company, or a link (MEET-1 to MEET-8). */
import { timingSafeEqual } from "node:crypto";
import { AppError, type MeetingEntry, type MeetingRole } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Guard } from "../../../kernel/guard/guard.ts";
import { PIN_LOCK_SECONDS, type PinLock } from "../../../kernel/guard/pin-lock.ts";
import { tryRoomPin, videoPinHolder } from "../../../kernel/guard/room-pins.ts";
import { createRates } from "../../../kernel/guard/rates.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { networksOf } from "../../../kernel/http/client-address.ts";
import { tokenDigest } from "../../../kernel/secrets/secrets.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import { linkVersionOf, type VideoLinks } from "../video-links.ts";
import type { StoredVideoRoom, VideoRoomStore } from "../video-room.store.ts";
import { leadsVideoRoom } from "../video-rooms.policy.ts";
import type { VideoRooms } from "../video-rooms.ts";
import type { JitsiDoor } from "./jitsi.ts";
import type { MeetingHub } from "./meeting-hub.ts";
import type { MeetingPass, MeetingTickets } from "./meeting-tickets.ts";
import { cleanName } from "./names.ts";

export interface MeetingDoorDeps {
  readonly rooms: Pick<VideoRooms, "entered" | "checkOpen" | "pinOf" | "sharesScreens">;
  readonly store: Pick<VideoRoomStore, "byLink">;
  readonly links: Pick<VideoLinks, "read">;
  readonly users: Pick<UserStore, "byId">;
  readonly tickets: Pick<MeetingTickets, "issue">;
  readonly hub: Pick<MeetingHub, "checkDoor">;
  readonly guard: Pick<Guard, "begin">;
  readonly pinLock: PinLock;
  readonly clock: Pick<Clock, "now">;
  /** Undefined: meetings are held at this server. */
  readonly jitsi: JitsiDoor | undefined;
  /** The room and the company allow recordings. */
  readonly records: (room: StoredVideoRoom) => boolean;
  /** A person's picture for other servers. */
  readonly avatarOf: (pictureKey: string | null) => string | undefined;
}

export interface MeetingDoor {
  person(caller: Caller, roomId: number): Promise<MeetingEntry>;
  show(
    link: string,
    address: string,
  ): Promise<{ readonly room: string; readonly role: MeetingRole; readonly pin: boolean }>;
  guest(
    asked: { readonly link: string; readonly name: string; readonly pin?: string | undefined },
    address: string,
  ): Promise<MeetingEntry>;
}

/** MEET-7: a whole office may share an address. */
const OF_NETWORK = { perSecond: 5, burst: 100 };

export function createMeetingDoor(deps: MeetingDoorDeps): MeetingDoor {
  const { rooms, store, links, users, tickets, hub, guard, pinLock, clock, jitsi } = deps;
  const mayAsk = createRates(clock);

  const opened = async (link: string, address: string) => {
    mayAsk(networksOf(address).near, OF_NETWORK);
    const read = await links.read(link);
    const found = read && (await store.byLink(read.digest));
    if (read === undefined || found === undefined) throw new AppError("video.unknown");
    rooms.checkOpen(found.room);
    if (read.endsAt !== undefined && read.endsAt <= clock.now()) throw new AppError("video.expired");
    return found;
  };
  /** MEET-6 */
  const checkPin = async (
    { room, role }: { readonly room: StoredVideoRoom; readonly role: MeetingRole },
    pin: string | undefined,
    address: string,
  ): Promise<void> => {
    const wanted = rooms.pinOf(room, role);
    if (wanted === "") return;
    if (pin === undefined || pin === "") throw new AppError("video.pinNeeded");
    const attempt = await guard.begin({ secret: "pin", name: `${room.key} ${role}`, address, by: "web" });
    if (!attempt.admitted) throw new AppError("video.pinLocked", { seconds: attempt.seconds });
    const of = role === "admin" ? "admin" : "member";
    const asked = { holder: videoPinHolder(room.id), of, secret: wanted } as const;
    const result = await tryRoomPin(pinLock, asked, `web ${networksOf(address).near}`, () => isSame(pin, wanted));
    if (result === "wrong") throw new AppError("video.pinWrong");
    if (result === "right") return attempt.succeeded();
    await attempt.withdrawn();
    throw new AppError("video.pinLocked", { seconds: PIN_LOCK_SECONDS });
  };
  const admitted = async (
    room: StoredVideoRoom,
    pass: Omit<MeetingPass, "roomId" | "links">,
    pictureKey: string | null = null,
  ): Promise<MeetingEntry> => {
    if (jitsi !== undefined) {
      const may = { shareScreen: rooms.sharesScreens(room), record: deps.records(room) };
      return await jitsi.entry(room, pass, deps.avatarOf(pictureKey), may);
    }
    await hub.checkDoor(room.id, pass.person?.userId ?? null);
    const ticket = await tickets.issue({ ...pass, roomId: room.id, links: linkVersionOf(room, pass.role) });
    return { provider: "embedded", ticket, room: room.name };
  };

  return {
    person: async (caller, roomId) => {
      const room = await rooms.entered(caller, roomId);
      rooms.checkOpen(room);
      const { userId, sessionId } = caller;
      const user = await users.byId(userId);
      if (user === undefined) throw new AppError("request.unauthorized");
      const role = leadsVideoRoom(room, userId) ? "admin" : "guest";
      const pass = { role, name: cleanName(displayName(user)), person: { userId, sessionId } } as const;
      return admitted(room, pass, user.pictureKey);
    },
    show: async (link, address) => {
      const { room, role } = await opened(link, address);
      return { room: room.name, role, pin: rooms.pinOf(room, role) !== "" };
    },
    guest: async ({ link, name, pin }, address) => {
      const found = await opened(link, address);
      await checkPin(found, pin, address);
      const shown = cleanName(name);
      if (shown === "") throw new AppError("video.name");
      return admitted(found.room, { role: found.role, name: shown, person: null });
    },
  };
}

/** In constant time, whatever the lengths. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(tokenDigest(one)), Buffer.from(tokenDigest(other)));
