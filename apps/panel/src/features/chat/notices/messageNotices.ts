/** Notifies the user of messages on this page (docs/spec/chat-notices.md). */
import {
  CHAT_NOTIFICATION_MS,
  CHAT_SOUND_EVERY_MS,
  NOTICE_NAME_CHARS,
  NOTICE_TEXT_CHARS,
  noticedOf,
  noticeTag,
  noticeWays,
  previewOf,
  TO_ONESELF,
} from "@callpanel/contract";
import type { ChatNotices, Noticed, NoticePlace, NoticeWays, NotifyLevel, SmsConversation } from "@callpanel/contract";
import type { Clock } from "../../../shared/clock.ts";
import type { Chat, ChatNotice } from "../../../shared/live/chat.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { roomName, smsPath } from "../chat.model.ts";
import type { chatNoticeMessages } from "./chatNotice.messages.ts";
import type { ChimeSound } from "./chime.ts";
import type { NoticePage } from "./noticePage.ts";
import { createTabElection } from "./tabElection.ts";

export interface SmsEvent {
  readonly conversation: string;
  /** Place of a message that came in; undefined: something else changed. */
  readonly received?: number | undefined;
}

type Say = (id: keyof typeof chatNoticeMessages, values?: Record<string, string>) => string;

export interface MessageNoticesDeps {
  readonly chat: Chat;
  /** Calls back when a conversation by text message changed. @returns a stop function */
  readonly onTexts: (listener: (event: SmsEvent) => void) => () => void;
  readonly loadText: (conversation: string) => Promise<SmsConversation>;
  readonly notices: Pick<Notices, "success">;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly page: NoticePage;
  /** As they are now. */
  readonly settings: () => ChatNotices;
  readonly doNotDisturb: () => boolean;
  readonly isOnCall: () => boolean;
  readonly sound: () => ChimeSound;
  /** Address of a person's picture; null: none. */
  readonly pictureOf: (uid: string) => string | null;
  readonly numberText: (number: string) => string;
  readonly say: Say;
  readonly open: (path: string) => void;
}

/** A message for a notice, in the same form for each way in which it came. */
interface Told {
  /** The same in all tabs. */
  readonly key: string;
  readonly tag: string;
  readonly level: NotifyLevel;
  readonly noticed: Noticed;
  readonly isInView: boolean;
  readonly snackbar: string;
  readonly title: string;
  readonly body: string;
  readonly icon: string | null;
  readonly path: string;
  /** It came before chat was connected: the server pushed it. */
  readonly isPushed?: boolean;
}

/** The nearest tab notifies; a tab that shows the room has nothing to show. */
const RANKS = { room: 3, page: 1, away: 0, nowhere: 0 } as const;
const FOCUSED_RANK = 2;

/** @returns a stop function, which also closes what is shown */
export function startMessageNotices(deps: MessageNoticesDeps): () => void {
  const { chat, clock, page } = deps;
  const election = createTabElection({ ...deps, channel: page.channel });
  let soundAt = -Infinity;

  const tell = async (one: Told): Promise<void> => {
    const place: NoticePlace = one.isInView ? "room" : page.isVisible() ? "page" : "away";
    const ways = waysOf(deps, one, place);
    if (place !== "room" && !ways.snackbar && !ways.desktop && !ways.sound) return;
    // CHATN-14: the server pushes it, to this browser too.
    const isPushed = chat.client.isIdle || (one.isPushed === true && deps.settings().desktop);
    if (isPushed && (await page.takesPushes())) return;
    const rank = place === "page" && page.isFocused() ? FOCUSED_RANK : RANKS[place];
    if (!(await election.wins(one.key, rank)) || place === "room") return;
    if (ways.snackbar) showSnackbar(deps, one);
    // Where the page may not sound, the system does.
    if (ways.desktop) showDesktop(deps, one, { isSilent: !ways.sound || page.canChime() });
    if (!ways.sound || clock.now() - soundAt < CHAT_SOUND_EVERY_MS) return;
    soundAt = clock.now();
    page.chime(deps.sound());
  };
  const stops = [
    chat.onNotice((notice) => void tell(toldOf(deps, notice))),
    whenThere(chat, () => {
      for (const { notice, isPushed } of lateNotices(chat)) void tell({ ...toldOf(deps, notice), isPushed });
    }),
    listenForTexts(deps, (one) => void tell(one)),
    closeRead(deps),
    election.stop,
    // The next person who signs in must not read them.
    () => page.closeNotes((tag) => tag.startsWith("chat-") || tag.startsWith("sms-")),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Once, when the rooms are known. @returns a stop function */
function whenThere(chat: Chat, run: () => void): () => void {
  let isDone = false;
  const look = () => {
    if (isDone || chat.client.roomIds().length === 0) return;
    isDone = true;
    run();
  };
  const leave = chat.version.subscribe(look);
  look();
  return leave;
}

interface LateNotice {
  readonly notice: ChatNotice;
  readonly isPushed: boolean;
}

/** CHATN-15: of each room the last message, if it came while the person was at this page, and is unread. */
function lateNotices({ client, began }: Chat): readonly LateNotice[] {
  if (began === null) return [];
  return client.roomIds().flatMap((id): readonly LateNotice[] => {
    const known = client.room(id);
    const last = known?.room.lastMessage;
    if (known === undefined || !last || known.unread === 0 || last.at < began.came) return [];
    if (last.from.uid === client.uid || last.call !== undefined) return [];
    const { n, at, from, preview } = last;
    const mentions = known.mentions.includes(n) ? [client.uid] : [];
    const activity = { n, thread: null, from, preview, mentions, all: false, followers: [] };
    return [{ notice: { activity, room: known.room }, isPushed: at < began.connected }];
  });
}

function waysOf(deps: MessageNoticesDeps, { level, noticed }: Told, place: NoticePlace): NoticeWays {
  const { chat, clock } = deps;
  const own = chat.client.presence(chat.client.uid);
  return noticeWays({
    level,
    noticed,
    place,
    settings: deps.settings(),
    doNotDisturb: deps.doNotDisturb(),
    isBusy: own?.status === "busy" || own?.type === "busy",
    isOnCall: deps.isOnCall(),
    now: clock.now(),
  });
}

function showSnackbar({ notices, say, open }: MessageNoticesDeps, { tag, snackbar, path }: Told): void {
  const action = { label: say("chat.notice.open"), run: () => open(path) };
  notices.success(snackbar, { key: tag, forMs: CHAT_NOTIFICATION_MS, action });
}

function showDesktop(
  { page, open }: MessageNoticesDeps,
  { tag, title, body, icon, path }: Told,
  { isSilent }: { readonly isSilent: boolean },
): void {
  const look = { title, body, tag, path, ...(icon !== null && { icon }) };
  page.notify({ ...look, lasts: false, isSilent, onClick: () => open(path) });
}

const clip = (text: string, most: number): string =>
  Array.from(text).length > most ? `${previewOf(text, most)}…` : text;

/** CHATN-8 */
function toldOf(deps: MessageNoticesDeps, { activity, room }: ChatNotice): Told {
  const { chat, page, say } = deps;
  const { uid } = chat.client;
  const nameOf = (one: string) => one || say("chat.notice.deletedPerson");
  const from = clip(nameOf(activity.from.name), NOTICE_NAME_CHARS);
  const name = roomName(room, uid, nameOf);
  const isPrivate = room.type === "d" && room.users.length <= 2;
  const text = clip(activity.preview, NOTICE_TEXT_CHARS);
  const values = { from, room: name, text: activity.preview };
  const hidden = isPrivate ? say("chat.notice.new") : say("chat.notice.newFrom", { from });
  return {
    key: `chat-${uid}-${room.id}-${activity.thread ?? ""}-${activity.n}`,
    tag: noticeTag("chat", room.id),
    level: room.subscription?.notify ?? "all",
    noticed: noticedOf(activity, room.type === "d", uid),
    isInView: chat.shown() === room.id && page.isVisible() && activity.thread === null,
    snackbar: say(room.type === "d" ? "chat.notice.direct" : "chat.notice.room", values),
    title: isPrivate ? from : clip(name, NOTICE_NAME_CHARS),
    body: !deps.settings().show_text ? hidden : isPrivate ? text : say("chat.notice.direct", { from, text }),
    icon: deps.pictureOf(activity.from.uid),
    path: activity.thread === null || activity.id === undefined ? roomPath(room) : roomPath(room, activity.id),
  };
}

/** CHATN-20. @returns a stop function */
function listenForTexts(deps: MessageNoticesDeps, tell: (one: Told) => void): () => void {
  const { chat, loadText, onTexts } = deps;
  const load = async (id: string, n: number): Promise<void> => {
    const talk = await loadText(id);
    if (talk.claimed_by !== null && talk.claimed_by.uid !== chat.client.uid) return;
    // A later message makes its notice by its own event.
    if (talk.lastMessage?.direction === "in" && talk.n === n) tell(textOf(deps, talk, talk.lastMessage.text));
  };
  return onTexts(({ conversation, received }) => {
    if (received !== undefined) load(conversation, received).catch(() => undefined);
  });
}

function textOf(deps: MessageNoticesDeps, talk: SmsConversation, text: string): Told {
  const { chat, page, say, numberText } = deps;
  const path = smsPath(talk.id);
  const from = clip(talk.contact_name ?? numberText(talk.number), NOTICE_NAME_CHARS);
  const shown = previewOf(text, NOTICE_TEXT_CHARS);
  return {
    key: `sms-${chat.client.uid}-${talk.id}-${talk.n}`,
    tag: noticeTag("sms", talk.id),
    level: "all",
    noticed: TO_ONESELF,
    isInView: page.isVisible() && page.path() === path,
    snackbar: say("chat.notice.direct", { from, text: shown }),
    title: from,
    body: deps.settings().show_text ? shown : say("chat.notice.sms"),
    icon: null,
    path,
  };
}

/** CHATN-13: what was read, at any device, or is gone, is closed in this browser. @returns a stop function */
function closeRead({ chat, onTexts, loadText, page }: MessageNoticesDeps): () => void {
  let unread: ReadonlySet<string> = new Set();
  const look = () => {
    const before = unread;
    const now = chat.client.roomIds().filter((id) => (chat.client.room(id)?.unread ?? 0) > 0);
    unread = new Set(now);
    const read = new Set([...before].filter((id) => !unread.has(id)).map((id) => noticeTag("chat", id)));
    if (read.size > 0) page.closeNotes((tag) => read.has(tag));
  };
  const leaveTexts = onTexts(({ conversation, received }) => {
    if (received !== undefined) return;
    const close = () => page.closeNotes((tag) => tag === noticeTag("sms", conversation));
    loadText(conversation).then(({ unread: left }) => (left === 0 ? close() : undefined), close);
  });
  const leave = [
    chat.version.subscribe(look),
    chat.onDeleted((room) => page.closeNotes((tag) => tag === noticeTag("chat", room))),
    leaveTexts,
  ];
  return () => {
    for (const stop of leave) stop();
  };
}
