/** The voicemail of the fake server: one person's messages and mailbox as in the contract; it does not sort. */
import type { BoxGreeting, Voicemail, VoicemailBox } from "@callpanel/contract";
import type { Reply, SeenRequest } from "./fakeRequest.ts";

export const voicemailOf = (id: number, name: string, changes: Partial<Voicemail> = {}): Voicemail => ({
  id,
  voicemail_box_id: 1,
  mailbox: "101",
  isRead: false,
  favorite: false,
  urgent: false,
  dir: "101/INBOX",
  folder: "inbox",
  custom_folder: null,
  archive_name: null,
  callerid: `"${name}" <102>`,
  caller_name: name,
  caller_number: "102",
  duration: 12,
  origtime: Date.UTC(2026, 10, 20, 15, id % 60),
  transcription_state: "done",
  transcription: `Words of ${name}`,
  transcription_summary: null,
  transcription_category: null,
  translation_language: null,
  translation_state: "off",
  translation: null,
  may_read: true,
  may_write: true,
  ...changes,
});

export const voicemailBox = (changes: Partial<VoicemailBox> = {}): VoicemailBox => ({
  id: 1,
  mailbox: "101",
  language: "en",
  has_password: true,
  email: "",
  pagerdest: "",
  translation_language: "",
  attach: "no",
  deletevm: "no",
  playcid: "yes",
  envelope: "yes",
  transcript: "yes",
  summarize: "yes",
  categorize: "yes",
  translate: "no",
  skip_instruct: "no",
  messages: 2,
  max_messages: 100_000,
  engines: { transcript: true, summarize: true, categorize: true, translate: false, speak: true },
  translation_languages: [],
  may_write: true,
  ...changes,
});

export interface FakeVoicemails {
  readonly messages: readonly Voicemail[];
  readonly box?: VoicemailBox;
  /** Others' mailboxes: extension and name. */
  readonly watched?: ReadonlyArray<readonly [exten: string, name: string]>;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const ROOT = "/api/v1/voicemails";
const BOXES = "/api/v1/voicemail_boxes";

/** @returns a handler for requests about voicemail; it returns null for others */
export function createFakeVoicemails({ messages: first, box = voicemailBox(), watched = [] }: FakeVoicemails) {
  let messages = first;
  let greeting: BoxGreeting = { type: "unavail", greeting: null, archived: [], may_write: true };
  const listed = (query: URLSearchParams): Reply => {
    const folder = query.get("folder") ?? "all";
    let wanted = messages.filter((one) =>
      folder === "all"
        ? one.folder !== "archived"
        : folder === "favorite"
          ? one.favorite
          : one.folder === folder || one.custom_folder === folder,
    );
    const only = (query.get("ids") ?? "").split(",").filter(Boolean).map(Number);
    if (only.length > 0) wanted = wanted.filter(({ id }) => only.includes(id));
    const start = Number(query.get("start") ?? 0);
    const unread = messages.filter(({ isRead }) => !isRead).length;
    const data = wanted.slice(start, start + Number(query.get("limit") ?? 18));
    return ok({ success: true, total: wanted.length, unread, data });
  };
  const change = (ids: readonly number[], action: string, body: ReadonlyMap<string, unknown>) => {
    const changed = messages.filter(({ id }) => ids.includes(id));
    messages =
      action === "delete"
        ? messages.filter(({ id }) => !ids.includes(id))
        : messages.map((one) => (ids.includes(one.id) ? { ...one, ...changeBy(action, body) } : one));
    return changed.map(({ id }) => id);
  };
  const bulk = (action: string, { body }: SeenRequest): Reply => {
    const fields = new Map<string, unknown>(Object.entries(body ?? {}));
    const asked = fields.get("ids");
    const ids = change(Array.isArray(asked) ? asked.map(Number) : [], action, fields);
    return ok({ success: true, count: ids.length, ids });
  };
  const one = (id: number, action: string, { method, body }: SeenRequest): Reply => {
    if (!messages.some((message) => message.id === id)) return { status: 404, body: { code: "vmail.notFound" } };
    const fields = new Map<string, unknown>(Object.entries(body ?? {}));
    if (method === "DELETE") return (change([id], "delete", fields), ok({ success: true }));
    if (action === "transfer_voicemail") {
      const to = fields.get("extensions");
      return ok({ success: true, transferred: Array.isArray(to) ? to.length : 0 });
    }
    change([id], action, fields);
    const voicemail = messages.find((message) => message.id === id) ?? null;
    return ok(action === "archive" || action === "restore" ? { success: true, voicemail } : voicemail);
  };
  const ofGreeting = (path: string, { method, body }: SeenRequest): Reply => {
    if (path.endsWith("/download")) return { status: 200, body: "sound" };
    if (path.startsWith(ROOT)) {
      const fields = new Map<string, unknown>(Object.entries(body ?? {}));
      const kept = greeting.greeting && { ...greeting.greeting, archive_name: String(fields.get("name")) };
      greeting = { ...greeting, greeting: null, archived: kept ? [kept] : [] };
      return ok({ success: true, voicemail: null });
    }
    if (path.endsWith("/tts") && method === "GET")
      return ok({ available: true, voices: [{ id: "en", name: "Anna", language: "en" }], text: null, voice: null });
    if (method === "PUT")
      greeting = {
        ...greeting,
        greeting: { id: "g1", duration: 3, time: Date.UTC(2026, 10, 20), archive_name: null, text: "Hello" },
      };
    if (method === "DELETE") greeting = { ...greeting, greeting: null };
    return ok(greeting);
  };
  const watchedBoxes = () =>
    [["101", "Alice Archer"] as const, ...watched].map(([exten, name], at) => ({
      user_id: at + 1,
      subscriber_id: at + 1,
      username: name.toLowerCase(),
      first_name: name.split(" ")[0] ?? "",
      last_name: name.split(" ").slice(1).join(" "),
      exten,
      may_write: true,
      voicemail_box_id: at + 1,
      unread: at === 0 ? messages.filter(({ isRead }) => !isRead).length : 0,
      may_read: true,
    }));

  return (path: string, query: URLSearchParams, request: SeenRequest): Reply | null => {
    if (path === ROOT) return listed(query);
    if (path === `${ROOT}/list_custom_folders`) {
      const names = new Set(messages.flatMap(({ custom_folder: name }) => (name === null ? [] : [name])));
      return ok({ success: true, total: names.size, data: [...names].map((name) => ({ name, messages: 1 })) });
    }
    if (path === `${ROOT}/list_categories`) return ok({ success: true, total: 0, data: [] });
    if (path.startsWith(`${ROOT}/bulk/`)) return bulk(path.slice(`${ROOT}/bulk/`.length), request);
    if (path === `${BOXES}/can_watch_users`) return ok({ total: watched.length + 1, data: watchedBoxes() });
    if (path === `${BOXES}/password_restrictions`)
      return ok({ min_length: 4, max_length: 10, no_sequence: true, no_repetition: true, no_extension: true });
    if (/\/voicemail_boxes\/\d+$/.test(path)) return ok(box);
    if (path.startsWith(`${BOXES}/`) || /\/voicemails\/g\d+/.test(path)) return ofGreeting(path, request);
    const [, id, action = ""] = /\/voicemails\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (action === "download") return { status: 200, body: "sound" };
    return id === undefined ? null : one(Number(id), action, request);
  };
}

/** The message after an action. */
function changeBy(action: string, body: ReadonlyMap<string, unknown>): Partial<Voicemail> {
  switch (action) {
    case "mark_as_read":
      return { isRead: true, folder: "old" };
    case "mark_as_new":
      return { isRead: false, folder: "inbox" };
    case "mark_as_favorite":
      return { favorite: true };
    case "unmark_as_favorite":
      return { favorite: false };
    case "move_to_custom_folder":
      return { folder: "custom", custom_folder: String(body.get("custom_folder")) };
    case "remove_from_custom_folder":
      return { folder: "old", custom_folder: null };
    case "archive":
      return { folder: "archived", archive_name: String(body.get("name")) };
    case "restore":
      return { folder: "old", archive_name: null };
    default:
      return {};
  }
}
