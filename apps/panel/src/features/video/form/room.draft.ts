import { VIDEO_EXPIRY_YEARS, VIDEO_EXPIRY_YEARS_MAX, VIDEO_PHONES_MAX } from "@callpanel/contract";
import type { SavedVideoRoom, VideoConfig, VideoRoom } from "@callpanel/contract";

/** A colleague who is named in a room. `id`: of the user. */
export interface RoomPerson {
  readonly id: number;
  readonly name: string;
  readonly extension: string;
}

/** The content of the form. */
export interface RoomDraft {
  readonly name: string;
  /** The last day, local, `2026-03-08`. */
  readonly lastDay: string;
  readonly users: readonly RoomPerson[];
  readonly admins: readonly RoomPerson[];
  readonly sharedScreen: boolean;
  readonly recording: boolean;
  readonly callerIdName: string;
  readonly callerIdNumber: string;
  readonly language: VideoRoom["language"];
  /** Separated by commas. */
  readonly phoneNumbers: string;
  readonly guestPin: string;
  readonly adminPin: string;
}

export type RoomField = "name" | "lastDay" | "guestPin" | "adminPin" | "callerIdNumber" | "phoneNumbers";
export type RoomFault = "required" | "past" | "far" | "pin" | "number" | "many";

export const ROOM_PIN_DIGITS = { fewest: 3, most: 10 } as const;
const PIN = /^\d{3,10}$/;
/** As the server checks it (VIDEO-8). */
const NUMBER = /^\+?[\d\s().-]{2,32}$/;

/** A new room (null), or a room as it is now. `now`: ms since the epoch. */
export function draftOf(
  room: VideoRoom | null,
  config: Pick<VideoConfig, "enable_screen_sharing">,
  now: number,
): RoomDraft {
  if (room === null)
    return {
      name: "",
      lastDay: dayAfterYears(now, VIDEO_EXPIRY_YEARS),
      users: [],
      admins: [],
      sharedScreen: config.enable_screen_sharing,
      recording: false,
      callerIdName: "",
      callerIdNumber: "",
      language: null,
      phoneNumbers: "",
      guestPin: "",
      adminPin: "",
    };
  const { name, users, admins, sharedScreen, recording, callerIdName, callerIdNumber, language } = room;
  return {
    name,
    lastDay: localDay(new Date(room.expireDate)),
    users,
    admins,
    sharedScreen,
    recording,
    callerIdName,
    callerIdNumber,
    language,
    phoneNumbers: room.phoneNumbers.join(", "),
    guestPin: room.guest.pin,
    adminPin: room.admin?.pin ?? "",
  };
}

/** VIDEO-22: what breaks the rules. The day of a room that has expired may stay. */
export function faultsOf(draft: RoomDraft, room: VideoRoom | null, now: number): ReadonlyMap<RoomField, RoomFault> {
  const faults = new Map<RoomField, RoomFault>();
  const check = (field: RoomField, fault: RoomFault | undefined): void => {
    if (fault !== undefined) faults.set(field, fault);
  };
  check("name", draft.name.trim() === "" ? "required" : undefined);
  check("lastDay", isKeptDay(draft, room) ? undefined : dayFault(draft.lastDay, now));
  for (const field of ["guestPin", "adminPin"] as const)
    check(field, draft[field] === "" || PIN.test(draft[field]) ? undefined : "pin");
  check("callerIdNumber", draft.callerIdNumber === "" || NUMBER.test(draft.callerIdNumber) ? undefined : "number");
  const numbers = numbersOf(draft.phoneNumbers);
  check("phoneNumbers", numbers.length > VIDEO_PHONES_MAX ? "many" : undefined);
  check("phoneNumbers", numbers.every((number) => NUMBER.test(number)) ? undefined : "number");
  return faults;
}

/** The request. A day that was not changed keeps its time. */
export function savedOf(draft: RoomDraft, room: VideoRoom | null): SavedVideoRoom {
  const { lastDay, users, admins, phoneNumbers, name, ...rest } = draft;
  return {
    ...rest,
    name: name.trim(),
    ...(isKeptDay(draft, room) ? {} : { expireDate: endOfDay(lastDay) }),
    users: users.map(({ id }) => id),
    admins: admins.map(({ id }) => id),
    phoneNumbers: numbersOf(phoneNumbers),
  };
}

/** The days that may be chosen, local. */
export const dayLimits = (now: number): { readonly min: string; readonly max: string } => ({
  min: localDay(new Date(now)),
  // The day before: a room ends at the end of its last day.
  max: dayAfterYears(now, VIDEO_EXPIRY_YEARS_MAX, -1),
});

const isKeptDay = ({ lastDay }: RoomDraft, room: VideoRoom | null): boolean =>
  room !== null && lastDay === localDay(new Date(room.expireDate));

function dayFault(day: string, now: number): RoomFault | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return "required";
  const { min, max } = dayLimits(now);
  return day < min ? "past" : day > max ? "far" : undefined;
}

const numbersOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((number) => number.trim())
    .filter((number) => number !== "");

/** `2026-03-08`, in the browser's time zone. */
export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function dayAfterYears(now: number, years: number, days = 0): string {
  const date = new Date(now);
  return localDay(new Date(date.getFullYear() + years, date.getMonth(), date.getDate() + days));
}

/** The last millisecond of a local day. */
const endOfDay = (day: string): number => new Date(`${day}T23:59:59.999`).getTime();
