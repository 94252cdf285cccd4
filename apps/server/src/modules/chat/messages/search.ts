/** The search of messages: words, and what they are narrowed by. */
import type { FoundMessage } from "@callpanel/contract";
import { foldText } from "../../../kernel/text/search-text.ts";
import { maySee, rowId, type ChatCaller } from "../chat.policy.ts";
import type { ChatStore, ListedRoom, SearchQuery } from "../chat.store.ts";
import { presentRoom } from "../rooms/room.view.ts";
import { searchTerms } from "./search-terms.ts";

export interface ParsedSearch {
  readonly words: SearchQuery["words"];
  readonly from: readonly string[];
  readonly in: readonly string[];
  readonly has: ReadonlySet<"file" | "link" | "pin">;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

const MOST_WORDS = 8;
const MARK = /(?<!\S)(from|in|has|before|after):("[^"]*"|\S+)/giu;

/** CHAT-44: `from:name`, `in:room`, `has:file|link|pin`, `before:` and `after:` a day of UTC; the rest are words. The last word may be a beginning. */
export function parseSearch(text: string): ParsedSearch {
  const marks = [...text.matchAll(MARK)].map(([, key = "", value = ""]) => ({
    key: key.toLowerCase(),
    value: value.replaceAll('"', "").replace(/^[@#]/, ""),
  }));
  const of = (key: string): string[] => marks.filter((one) => one.key === key).map(({ value }) => value);
  const rest = text.replace(MARK, " ");
  return {
    words: searchTerms(rest, MOST_WORDS),
    from: of("from"),
    in: of("in"),
    has: new Set(of("has").flatMap((value) => HAS.get(value.toLowerCase()) ?? [])),
    before: dayOf(of("before")),
    after: dayOf(of("after")),
  };
}

const HAS: ReadonlyMap<string, "file" | "link" | "pin"> = new Map([
  ["file", "file"],
  ["link", "link"],
  ["pin", "pin"],
]);

function dayOf([text]: readonly string[]): number | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** CHAT-43: only in rooms whose member the caller is; a name that leads nowhere finds nothing. */
export async function searchMessages(
  store: ChatStore,
  caller: ChatCaller,
  { q, limit, cursor }: { readonly q: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<{ data: FoundMessage[]; cursor: string | null }> {
  const parsed = parseSearch(q);
  const none = { data: [], cursor: null };
  const isEmpty =
    parsed.words.length === 0 && parsed.from.length === 0 && parsed.in.length === 0 && parsed.has.size === 0;
  if (isEmpty && parsed.before === undefined && parsed.after === undefined) return none;
  const senderIds = parsed.from.length === 0 ? undefined : await sendersOf(store, caller, parsed.from);
  const roomIds = parsed.in.length === 0 ? undefined : await roomsOf(store, caller, parsed.in);
  if (senderIds?.length === 0 || roomIds?.length === 0) return none;
  const { words, has, before, after } = parsed;
  const hits = await store.search({
    userId: caller.userId,
    words,
    senderIds,
    roomIds,
    has,
    before,
    after,
    limit,
    cursor: cursor === undefined ? undefined : rowId(cursor),
  });
  const found = await inRooms(
    store,
    caller,
    hits.map(({ message }) => message),
  );
  const last = hits.at(-1);
  return { data: found, cursor: hits.length < limit || last === undefined ? null : String(last.row) };
}

/** By username, `me`, or a part of the name. */
async function sendersOf(store: ChatStore, { userId, realm }: ChatCaller, names: readonly string[]) {
  const people = await store.contacts(realm.id);
  const wanted = names.map(foldText);
  return people
    .filter(({ id, username, name }) =>
      wanted.some((one) =>
        one === "me"
          ? id === userId
          : username === one || foldText(name).split(" ").includes(one) || foldText(name) === one,
      ),
    )
    .map(({ id }) => id);
}

async function roomsOf(store: ChatStore, { userId, realm }: ChatCaller, names: readonly string[]) {
  const ids = await Promise.all(
    names.flatMap((name) =>
      (["c", "p"] as const).map((type) => store.roomNamed({ realmId: realm.id, userId, type, folded: foldText(name) })),
    ),
  );
  return ids.filter((id) => id !== undefined);
}

/** Messages with their rooms; of rooms that were left a moment ago, none. */
export async function inRooms(
  store: Pick<ChatStore, "room">,
  caller: ChatCaller,
  messages: readonly FoundMessage["message"][],
): Promise<FoundMessage[]> {
  const rooms = new Map<string, ListedRoom>();
  for (const room of new Set(messages.map((one) => one.room))) {
    const listed = await store.room(rowId(room) ?? 0, caller.userId);
    if (listed?.member !== undefined && maySee(caller, listed)) rooms.set(room, listed);
  }
  return messages.flatMap((message) => {
    const listed = rooms.get(message.room);
    return listed === undefined ? [] : [{ room: presentRoom(listed, caller.userId), message }];
  });
}
