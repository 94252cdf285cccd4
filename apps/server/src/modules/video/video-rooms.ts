/** Video rooms: the rights to create and change them, and what is allowed in them (docs/spec/video.md). */
import {
  AppError,
  VIDEO_DYNAMIC_HOURS,
  VIDEO_EXPIRY_YEARS,
  VIDEO_EXPIRY_YEARS_MAX,
  type SavedVideoRoom,
} from "@callpanel/contract";
import type { SpokenLanguage } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { Log } from "../../kernel/log.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { newId, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { searchWords } from "../../kernel/text/search-text.ts";
import { ROOM_PIN } from "../conferences/index.ts";
import type { VideoLinks } from "./video-links.ts";
import type { StoredVideoRoom, VideoRoomChange, VideoRoomSettings, VideoRoomStore } from "./video-room.store.ts";
import { entersVideoRoom, leadsVideoRoom } from "./video-rooms.policy.ts";

/** What the company allows; of its settings. */
export interface VideoAllowance {
  /** -1: no video (spec 2 §6). */
  readonly licence: number;
  readonly enabled: boolean;
  readonly recording: boolean;
  readonly screenSharing: boolean;
  readonly telephony: boolean;
  readonly number: string | null;
  readonly outsideNumber: string | null;
  /** In which telephones are spoken to where nothing else is said. */
  readonly language: SpokenLanguage;
  /** -1: no limit. */
  readonly mostRooms: number;
}

export interface VideoRoomsDeps {
  readonly store: VideoRoomStore;
  readonly links: Pick<VideoLinks, "digests">;
  readonly allowance: () => VideoAllowance;
  readonly box: Pick<SecretBox, "seal" | "open">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  /** A room, its links or its people are not as they were. */
  readonly changed: (roomId: number) => void;
  readonly log: Log;
}

export interface VideoRooms {
  seen(
    caller: Caller,
    query: { readonly search: string; readonly withDynamic: boolean; readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rooms: readonly StoredVideoRoom[] }>;
  create(caller: Caller, wanted: NewVideoRoomWish): Promise<StoredVideoRoom>;
  change(caller: Caller, id: number, wanted: SavedVideoRoom): Promise<StoredVideoRoom>;
  remove(caller: Caller, id: number): Promise<void>;
  renewLinks(caller: Caller, id: number): Promise<StoredVideoRoom>;
  /** VIDEO-13: makes the admin's link usable after an earlier one has ended. */
  openAdminLink(room: StoredVideoRoom): Promise<void>;
  /** Throws where a room has ended, or the company has no video now. */
  checkOpen(room: StoredVideoRoom): void;
  /** The room and the company allow it now. */
  sharesScreens(room: StoredVideoRoom): boolean;
  /** The same of recordings. */
  records(room: StoredVideoRoom): boolean;
  /** The company allows them now. */
  hasTelephones(): boolean;
  /** The number to dial for a room, if there is one. */
  dialIn(): Pick<VideoAllowance, "number" | "outsideNumber"> | undefined;
  /** In which telephones are spoken to: at the door of a room, or before it is known which one. */
  languageOf(room?: StoredVideoRoom): SpokenLanguage;
  /** A room that a person may enter. */
  entered(caller: Pick<Caller, "userId" | "realm">, id: number): Promise<StoredVideoRoom>;
  /** A PIN as it is entered; empty: none. */
  pinOf(room: StoredVideoRoom, role: "guest" | "admin"): string;
}

interface Writing {
  readonly wanted: SavedVideoRoom;
  /** The value that stays if no change is wanted. */
  readonly before: VideoRoomChange;
  /** VIDEO-9: when a room of one meeting was created; undefined: it is a lasting one. */
  readonly dynamicSince: number | undefined;
}
type NewVideoRoomWish = SavedVideoRoom & { readonly dynamic?: boolean | undefined };

const NO_SETTINGS: VideoRoomSettings = {
  sharedScreen: false,
  recording: false,
  callerIdName: "",
  callerIdNumber: "",
  phoneNumbers: [],
  guestPin: "",
  adminPin: "",
};
const OF_NUMBER = /^\+?[\d\s().-]{2,32}$/;

export function createVideoRooms(deps: VideoRoomsDeps): VideoRooms {
  const { store, links, allowance, box, clock, random, changed: tell, log } = deps;

  /** VIDEO-1 */
  const allowed = (): VideoAllowance => {
    const now = allowance();
    if (!now.enabled || now.licence === -1) throw new AppError("video.off");
    return now;
  };
  /** VIDEO-2: a room that the user may not enter is answered like one that does not exist. */
  const entered: VideoRooms["entered"] = async ({ realm, userId }, id) => {
    allowed();
    const room = await store.byId(id);
    if (room === undefined || room.realmId !== realm.id || !entersVideoRoom(room, userId))
      throw new AppError("video.unknown");
    return room;
  };
  /** VIDEO-3 */
  const led = async (caller: Caller, id: number): Promise<StoredVideoRoom> => {
    const room = await entered(caller, id);
    if (!leadsVideoRoom(room, caller.userId)) throw new AppError("video.notAdmin");
    return room;
  };
  const orderOf = ({ userId }: Caller) => ({ by: userId, at: clock.now() });
  const written = createRoomChecks(deps, allowed);

  return {
    seen: async ({ realm, userId }, { search, ...query }) => {
      allowed();
      return store.seenBy({ ...query, realmId: realm.id, userId, words: searchWords(search) });
    },
    create: async (caller, { dynamic = false, ...wanted }) => {
      const { mostRooms, screenSharing } = allowed();
      const key = newId(random);
      const now = clock.now();
      const change = await written(caller, key, {
        // VIDEO-9: it is for named people, never for the whole company.
        wanted: dynamic ? { ...wanted, users: [...(wanted.users ?? []), caller.userId] } : wanted,
        dynamicSince: dynamic ? now : undefined,
        before: {
          name: "",
          expiresAt: dynamic ? now + DYNAMIC_MS : yearsFrom(now, VIDEO_EXPIRY_YEARS),
          userIds: [],
          adminIds: [],
          settings: { ...NO_SETTINGS, sharedScreen: screenSharing },
        },
      });
      const { userId, realm } = caller;
      const of = { realmId: realm.id, ownerId: userId, key, links: links.digests(key, 1) };
      const room = await store.add({ ...change, ...of, createdAt: now, dynamic }, mostRooms, orderOf(caller));
      if (room === undefined) throw new AppError("video.tooMany", { limit: mostRooms });
      log.info("a video room was created", { roomId: room.id, userId });
      return room;
    },
    change: async (caller, id, wanted) => {
      const room = await led(caller, id);
      const idsOf = (people: StoredVideoRoom["users"]) => people.map((person) => person.id);
      const before = { ...room, userIds: idsOf(room.users), adminIds: idsOf(room.admins) };
      const dynamicSince = room.dynamic ? room.createdAt : undefined;
      const change = await written(caller, room.key, { wanted, before, dynamicSince });
      const changed = await store.change(id, change, orderOf(caller));
      if (changed === undefined) throw new AppError("video.unknown");
      tell(id);
      log.info("a video room was changed", { roomId: id, userId: caller.userId });
      return changed;
    },
    remove: async (caller, id) => {
      await led(caller, id);
      await store.remove(id, orderOf(caller));
      tell(id);
      log.info("a video room was deleted", { roomId: id, userId: caller.userId });
    },
    renewLinks: async (caller, id) => {
      const { key, linksVersion, adminLinkVersion } = await led(caller, id);
      const version = Math.max(linksVersion, adminLinkVersion) + 1;
      const room = await store.renewLinks(id, links.digests(key, version), orderOf(caller));
      if (room === undefined) throw new AppError("video.unknown");
      tell(id);
      log.info("the links of a video room were renewed", { roomId: id, userId: caller.userId });
      return room;
    },
    openAdminLink: async ({ id, key, adminLinkVersion: version, hasAdminLink }) => {
      if (!hasAdminLink) await store.addAdminLink(id, { version, digest: links.digests(key, version).admin });
    },
    entered,
    hasTelephones: () => allowance().telephony,
    dialIn: () => {
      const { telephony, number, outsideNumber } = allowance();
      return telephony && (number ?? outsideNumber) !== null ? { number, outsideNumber } : undefined;
    },
    languageOf: (room) => room?.settings.language ?? allowance().language,
    sharesScreens: ({ settings }) => settings.sharedScreen && allowance().screenSharing,
    records: ({ settings }) => settings.recording && allowance().recording,
    checkOpen: ({ expiresAt }) => {
      allowed();
      if (expiresAt <= clock.now()) throw new AppError("video.expired");
    },
    pinOf: ({ key, settings }, role) =>
      box.open(role === "guest" ? settings.guestPin : settings.adminPin, `video room ${key}`),
  };
}

/** VIDEO-4 to VIDEO-9: what is to be stored of a wish. */
type CheckRoom = (caller: Caller, key: string, room: Writing) => Promise<VideoRoomChange>;

function createRoomChecks(
  { store, box, clock }: Pick<VideoRoomsDeps, "store" | "box" | "clock">,
  allowed: () => VideoAllowance,
): CheckRoom {
  const peopleOf = async (caller: Caller, ids: readonly number[]): Promise<readonly number[]> => {
    const wanted = [...new Set(ids)];
    if ((await store.peopleOf(caller.realm.id, wanted)).length < wanted.length) throw new AppError("video.person");
    return wanted;
  };
  const sealedPin = (key: string, pin: string | undefined): string | undefined => {
    if (pin === undefined || pin === "") return pin;
    if (!ROOM_PIN.test(pin)) throw new AppError("video.pin");
    return box.seal(pin, `video room ${key}`);
  };
  return async (caller, key, { wanted, before, dynamicSince }) => {
    const { recording, screenSharing } = allowed();
    const { expireDate, users, admins, name, ...own } = wanted;
    if (own.recording === true && !recording) throw new AppError("video.noRecording");
    if (own.sharedScreen === true && !screenSharing) throw new AppError("video.noScreens");
    const numbers = [...(own.phoneNumbers ?? []), own.callerIdNumber ?? ""].filter((number) => number !== "");
    const bad = numbers.find((number) => !OF_NUMBER.test(number));
    if (bad !== undefined) throw new AppError("video.number", { number: bad });
    // An end that stays may be over: a room that has ended can be renamed.
    if (expireDate !== undefined && expireDate !== before.expiresAt)
      checkEnd(expireDate, { now: clock.now(), dynamicSince });
    const { settings } = before;
    return {
      name,
      expiresAt: expireDate ?? before.expiresAt,
      userIds: users === undefined ? before.userIds : await peopleOf(caller, users),
      adminIds: admins === undefined ? before.adminIds : await peopleOf(caller, admins),
      settings: {
        sharedScreen: own.sharedScreen ?? settings.sharedScreen,
        recording: own.recording ?? settings.recording,
        callerIdName: own.callerIdName ?? settings.callerIdName,
        callerIdNumber: own.callerIdNumber ?? settings.callerIdNumber,
        phoneNumbers: own.phoneNumbers ?? settings.phoneNumbers,
        language: own.language === undefined ? settings.language : (own.language ?? undefined),
        guestPin: sealedPin(key, own.guestPin) ?? settings.guestPin,
        adminPin: sealedPin(key, own.adminPin) ?? settings.adminPin,
      },
    };
  };
}

const DYNAMIC_MS = VIDEO_DYNAMIC_HOURS * 3_600_000;

function checkEnd(
  expiresAt: number,
  { now, dynamicSince }: { readonly now: number; readonly dynamicSince: number | undefined },
): void {
  if (dynamicSince !== undefined && expiresAt > dynamicSince + DYNAMIC_MS)
    throw new AppError("video.dynamicExpiry", { hours: VIDEO_DYNAMIC_HOURS });
  if (expiresAt <= now || expiresAt > yearsFrom(now, VIDEO_EXPIRY_YEARS_MAX))
    throw new AppError("video.expiry", { years: VIDEO_EXPIRY_YEARS_MAX });
}

function yearsFrom(now: number, years: number): number {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime();
}
