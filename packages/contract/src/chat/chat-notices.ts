/** How a person is notified of a message: one decision for panel and server (docs/spec/chat-notices.md). */
import * as z from "zod/mini";
import { isTimeZone, wallClock } from "../wall-clock.ts";
import type { ChatActivity } from "./chat-frames.ts";
import { makesNotice, type Noticed } from "./chat.rules.ts";
import type { NotifyLevel } from "./chat-state.ts";

/** A minute of the day as `22:00`. */
const dayTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

export const quietHoursSchema = z.object({
  enabled: z.boolean(),
  from: dayTime,
  /** Exclusive. Not after `from`: it is a time of the next day. */
  to: dayTime,
  /** The days on which they begin; 1 is Monday (ISO 8601). */
  days: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.maxLength(7)),
  /** Where the person is: a name of the IANA database. */
  time_zone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

export const chatNoticesSchema = z.object({
  /** Notifications of the system, while another page or program is in front or no page is open. */
  desktop: z.boolean(),
  sound: z.boolean(),
  /** What was written is in notifications; otherwise only who wrote. */
  show_text: z.boolean(),
  /** The chat status Busy is like do not disturb. */
  busy_is_quiet: z.boolean(),
  /** Direct messages go to the person's telephones too (SIP MESSAGE). */
  desk_phone: z.boolean(),
  quiet: quietHoursSchema,
});
export type ChatNotices = z.infer<typeof chatNoticesSchema>;

export const DEFAULT_CHAT_NOTICES: ChatNotices = {
  desktop: true,
  sound: true,
  show_text: true,
  busy_is_quiet: false,
  desk_phone: false,
  quiet: { enabled: false, from: "18:00", to: "08:00", days: [1, 2, 3, 4, 5, 6, 7], time_zone: "UTC" },
};

/** CHATN-5: whether a time, ms since the epoch, is in the quiet hours. */
export function isQuietAt({ enabled, from, to, days, time_zone }: QuietHours, at: number): boolean {
  if (!enabled) return false;
  const { day, minute } = wallClock(time_zone, at);
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start < end) return days.includes(day) && minute >= start && minute < end;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= start) || (days.includes(dayBefore) && minute < end);
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Where a person is nearest to a message: they look at its room, at another page, at something else, or have no page open. */
export type NoticePlace = "room" | "page" | "away" | "nowhere";

/** Everything that decides how a person is notified of another person's message. */
export interface NoticeCase {
  readonly level: NotifyLevel;
  readonly noticed: Noticed;
  readonly settings: ChatNotices;
  readonly doNotDisturb: boolean;
  /** The chat status that the person chose is busy. */
  readonly isBusy: boolean;
  /** A call rings or goes on at the device. */
  readonly isOnCall: boolean;
  readonly place: NoticePlace;
  /** ms since the epoch */
  readonly now: number;
}

export interface NoticeWays {
  readonly snackbar: boolean;
  readonly desktop: boolean;
  readonly sound: boolean;
  readonly push: boolean;
}

const NOT_TOLD: NoticeWays = { snackbar: false, desktop: false, sound: false, push: false };

/** CHATN-1: the ways in which one person is notified of one message. Counts of unread messages are not part of it: they always grow. */
export function noticeWays(one: NoticeCase): NoticeWays {
  const { level, noticed, settings, place } = one;
  if (!makesNotice(level, noticed) || isUndisturbed(one)) return NOT_TOLD;
  const sound = settings.sound && !one.isOnCall;
  switch (place) {
    case "room":
      return NOT_TOLD;
    case "page":
      return { ...NOT_TOLD, snackbar: true, sound };
    case "away":
      return { ...NOT_TOLD, desktop: settings.desktop, sound };
    case "nowhere":
      return { ...NOT_TOLD, push: settings.desktop, sound: settings.desktop && sound };
  }
}

/** TEXT-8: whether a message goes to the person's telephones. */
export const reachesTelephones = (one: Omit<NoticeCase, "place" | "isOnCall">): boolean =>
  one.settings.desk_phone && one.noticed.isDirect && makesNotice(one.level, one.noticed) && !isUndisturbed(one);

/** CHATN-4 */
function isUndisturbed({
  settings,
  doNotDisturb,
  isBusy,
  now,
}: Pick<NoticeCase, "settings" | "doNotDisturb" | "isBusy" | "now">): boolean {
  return doNotDisturb || (isBusy && settings.busy_is_quiet) || isQuietAt(settings.quiet, now);
}

/** What a message is to a person. */
export const noticedOf = (
  { mentions, all, followers, thread }: Pick<ChatActivity, "mentions" | "all" | "followers" | "thread">,
  isDirect: boolean,
  uid: string,
): Noticed => ({
  isDirect,
  isMentioned: mentions.includes(uid),
  mentionsAll: all,
  isFollowed: followers.includes(uid),
  isAnswer: thread !== null,
});

/** A text message of a customer concerns everyone who gets it. */
export const TO_ONESELF: Noticed = noticedOf({ mentions: [], all: false, followers: [], thread: null }, true, "");

/** Notifications of a conversation replace each other by this tag, from a page or by push. */
export const noticeTag = (kind: "chat" | "sms", id: string | number): string => `${kind}-${id}`;

/** One notification for a second or two, however many messages come. */
export const CHAT_SOUND_EVERY_MS = 2_000;
/** Characters of a message in a notification. */
export const NOTICE_TEXT_CHARS = 140;
/** Characters of a name in a notification: nine people may have long ones. */
export const NOTICE_NAME_CHARS = 80;
