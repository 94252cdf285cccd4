import { seededRandom } from "@callpanel/testkit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { emptyDatabase, openBefore } from "../../../../test/older-database.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { createStores, openDatabase, type Stores } from "../../../app/services/storage.ts";
import { applyCompany, parseCompanyFile } from "../../../modules/administration/index.ts";

import { parseSearch, type SearchQuery } from "../../../modules/chat/index.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { chatSearch, type SearchEffort } from "./chat-search.ts";
import type { ChatTables } from "./chat-tables.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Ben, last_name: Young, extension: 102, password: callpanel-demo, groups: [chat] }
`;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 4, 1);
const WORDS = [
  "plan",
  "planet",
  "planned",
  "pla",
  "budget",
  "https://example.com/a",
  "Crème",
  "a",
  "日本",
  "_room_1",
  "start",
];

/** A message as the test knows it. */
interface Written {
  readonly room: number;
  readonly sender: number;
  readonly at: number;
  text: string;
  pinned: boolean;
  deleted: boolean;
}

/** People of the company, and three rooms: the first two of both, the third of Ann alone. */
async function openRooms({ users, chat }: Stores) {
  const [ann, ben] = [await users.byUsername("ann"), await users.byUsername("ben")];
  if (ann === undefined || ben === undefined) throw new Error("both are in the company");
  const rooms: number[] = [];
  for (const [at, people] of [[ann, ben], [ann, ben], [ann]].entries()) {
    const room = await chat.createRoom({
      realmId: ann.realm.id,
      type: "p",
      name: `Room ${at}`,
      topic: "",
      readOnly: false,
      directKey: null,
      at: START,
      members: people.map(({ id }) => ({ userId: id, role: "owner", notify: "all" })),
    });
    rooms.push(room?.id ?? 0);
  }
  return { ann, ben, rooms };
}

async function write(chat: Stores["chat"], { room, sender, at, text }: Written, thread: number | null = null) {
  const client_id = `search-${at}-${text.length}`;
  return chat.inRoom(room, (held) =>
    held.addMessage({
      thread,
      client_id,
      text,
      all: false,
      sender: { id: sender, name: "Somebody", username: "somebody" },
      at,
      mentions: [],
      files: [],
    }),
  );
}

const queryOf = (userId: number, q: string, more: Partial<SearchQuery> = {}): SearchQuery => {
  const { words, has, before, after } = parseSearch(q);
  return {
    userId,
    words,
    has,
    before,
    after,
    senderIds: undefined,
    roomIds: undefined,
    limit: 10,
    cursor: undefined,
    ...more,
  };
};

/** The times of all that a search finds, page after page. */
async function allPages(search: Stores["chat"]["search"], query: SearchQuery): Promise<readonly number[]> {
  const found: number[] = [];
  let cursor: number | undefined;
  do {
    const hits = await search({ ...query, cursor });
    found.push(...hits.map(({ message }) => message.at));
    cursor = hits.length < query.limit ? undefined : hits.at(-1)?.row;
  } while (cursor !== undefined);
  return found;
}

/** What a search must find, looked up one message after the other. */
function expected(
  all: readonly Written[],
  rooms: ReadonlySet<number>,
  q: string,
  senders: readonly number[] | undefined,
) {
  const { has, before, after } = parseSearch(q);
  const typed = foldText(q.replace(/(has|before|after):\S+/gu, " "));
  const wanted = typed.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return all
    .filter((one) => !one.deleted && rooms.has(one.room))
    .filter(({ sender }) => senders === undefined || senders.includes(sender))
    .filter(({ text }) => !has.has("link") || text.includes("://"))
    .filter(() => !has.has("file"))
    .filter(({ pinned }) => !has.has("pin") || pinned)
    .filter(({ at }) => at < (before ?? Infinity) && at >= (after ?? 0))
    .filter(({ text }) => {
      const words = foldText(text).split(/[^\p{L}\p{N}]+/u);
      return wanted.every((word, at) => {
        const isStart = at === wanted.length - 1 && word.length >= 3 && /[\p{L}\p{N}]$/u.test(q);
        return word === "日" || word === "日本"
          ? text.includes(word)
          : words.some((one) => one === word || (isStart && one.startsWith(word)));
      });
    })
    .map(({ at }) => at)
    .toReversed();
}

/** PostgreSQL scans the newest messages, then asks its index; scans the user's own rooms; or asks its index for all. */
const WAYS: readonly SearchEffort[] = [
  { sample: 150, look: 40, hitsPerMessage: 1_000 },
  { sample: 150, look: 40, hitsPerMessage: 0 },
  { sample: 150, look: 1, hitsPerMessage: 0 },
  { sample: 150, look: 1, hitsPerMessage: 1_000 },
];

onEachDatabase((kind, create) => {
  const efforts = kind === "SQLite" ? WAYS.slice(0, 1) : WAYS;
  describe(`the search of messages on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);

    it("CHAT-44 CHAT-46 finds the same as looking through every message, page after page", async () => {
      const random = seededRandom(4);
      const pick = <Item>(list: readonly Item[]): Item => {
        const found = list[Math.floor(random() * list.length)];
        if (found === undefined) throw new Error("there is one");
        return found;
      };
      const { chat } = on.stores;
      const { ann, ben, rooms } = await openRooms(on.stores);
      const all: Written[] = [];
      for (let at = 0; at < 150; at += 1) {
        const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(WORDS)).join(" ");
        const one = {
          room: pick(rooms),
          sender: pick([ann.id, ben.id]),
          at: START + at * 0.1 * DAY_MS,
          text,
          pinned: false,
          deleted: false,
        };
        all.push(one);
        const message = await write(chat, one);
        if (message === undefined) throw new Error("the room is there");
        const kind = random();
        await chat.inRoom(one.room, async (held) => {
          if (kind < 0.1) await held.changeMessage(message, { text: (one.text = "edited budget") });
          else if (kind < 0.2) await held.changeMessage(message, { pinnedBy: ann.id });
          else if (kind < 0.25) await held.changeMessage(message, { text: "", deleted: true });
          else if (kind < 0.3) await held.changeMessage(message, { reactions: [] });
        });
        one.pinned = kind >= 0.1 && kind < 0.2;
        one.deleted = kind >= 0.2 && kind < 0.25;
      }
      const questions = [
        "plan",
        "pla",
        "plan ",
        "pl",
        "planne",
        "planet budget",
        "budget a",
        "creme",
        "日",
        "日本 plan",
        "_room_1",
        "room",
        "start",
        "has:link",
        "has:pin",
        "has:link has:pin",
        "has:link plan",
        "before:2026-05-06 plan",
        "after:2026-05-06 plan",
        "after:2026-05-03 before:2026-05-05",
        "before:2026-05-01",
        "after:2027-01-01 plan",
        "nothing like it",
        "has:file",
      ];
      const searches = efforts.map((effort) => chatSearch(on.db.withTables<ChatTables>(), effort).search);
      const people = [
        [ann, new Set(rooms)],
        [ben, new Set(rooms.slice(0, 2))],
      ] as const;
      for (const [way, search] of searches.entries())
        for (const [person, own] of people.slice(way === 0 ? 0 : 1))
          for (const q of questions)
            for (const senderIds of way === 0 ? [undefined, [ann.id], [ann.id, ben.id], []] : [undefined]) {
              const found = await allPages(search, queryOf(person.id, q, { senderIds }));
              expect(found, `${q} of ${String(senderIds)} by ${person.username}, way ${way}`).toEqual(
                expected(all, own, q, senderIds),
              );
            }
      // A named room must be one of the user's own, otherwise nothing is found.
      const [, , closed = 0] = rooms;
      const inClosed = (userId: number) =>
        on.stores.chat.search(queryOf(userId, "", { roomIds: [closed], limit: 1_000 }));
      expect(await inClosed(ben.id)).toEqual([]);
      expect((await inClosed(ann.id)).length).toBe(
        all.filter(({ room, deleted }) => room === closed && !deleted).length,
      );
    });

    it("CHAT-44 an answer in a thread is found by its day, also when its room has been quiet for long", async () => {
      const { ann, rooms } = await openRooms(on.stores);
      const [room = 0] = rooms;
      const base = { room, sender: ann.id, pinned: false, deleted: false };
      const root = await write(on.stores.chat, { ...base, at: START, text: "root" });
      await write(on.stores.chat, { ...base, at: START + 9.5 * DAY_MS, text: "late answer" }, root?.id ?? 0);
      const texts = async (q: string) =>
        (await on.stores.chat.search(queryOf(ann.id, q))).map(({ message }) => message.text);
      expect(await texts("after:2026-05-10 ")).toEqual(["late answer"]);
      expect(await texts("before:2026-05-11 ")).toEqual(["late answer", "root"]);
      expect(await texts("before:2026-05-10 ")).toEqual(["root"]);
    });

    it("CHAT-46 messages of a version before the marks are found after the upgrade", async () => {
      const database = await create();
      await emptyDatabase(database);
      try {
        const earlier = await openBefore("0280", database);
        const stores = createStores(earlier);
        // The stores of today write a column and a table that the earlier version does not know.
        await earlier.schema.alterTable("users").addColumn("suspended", "integer").execute();
        await sql`create table company_changes (revision bigint, user_id bigint)`.execute(earlier);
        await applyCompany(stores.company, parseCompanyFile(COMPANY));
        const { ann, ben, rooms } = await openRooms(stores);
        const [room = 0] = rooms;
        const table = earlier.withTables<ChatTables>();
        const texts = Array.from({ length: 1_203 }, (_, at) =>
          at % 400 === 0 ? `see https://example.com/${at}` : `plain ${at}`,
        );
        for (const [at, text] of texts.entries()) {
          const { id } = await table
            .insertInto("chat_messages")
            .values({
              room_id: room,
              number: at + 1,
              seq: at + 1,
              thread: 0,
              n: at + 1,
              sender_id: ann.id,
              sender_name: "Ann",
              client_id: `c-${at}`,
              sent_at: START + at,
              edited_at: null,
              deleted: at === 5 ? 1 : 0,
              text,
              mentions: "[]",
              mentions_all: 0,
              files: "[]",
              reactions: "[]",
              pinned_by: at === 7 ? ann.id : null,
              replies: null,
            })
            .returning("id")
            .executeTakeFirstOrThrow();
          // As the earlier version did it.
          const words = text.split(/\W+/u).filter(Boolean);
          await (database.settings.databaseUrl === undefined
            ? sql`insert into chat_words (rowid, words) values (${id}, ${words.join(" ")})`.execute(earlier)
            : sql`update chat_messages set words = to_tsvector('simple', ${words.join(" ")}) where id = ${id}`.execute(
                earlier,
              ));
        }
        await earlier.schema.alterTable("users").dropColumn("suspended").execute();
        await earlier.schema.dropTable("company_changes").execute();
        await earlier.destroy();
        const upgraded = await openDatabase(database.settings, silentLog);
        try {
          const { chat } = createStores(upgraded);
          const found = async (q: string, more: Partial<SearchQuery> = {}) =>
            (await chat.search(queryOf(ben.id, q, { limit: 2_000, ...more }))).map(({ message }) => message.text);
          expect(await found("has:link")).toEqual([1_200, 800, 400, 0].map((at) => `see https://example.com/${at}`));
          expect(await found("plain 1199")).toEqual(["plain 1199"]);
          expect(await found("has:pin")).toEqual(["plain 7"]);
          expect(await found("pla", { senderIds: [ann.id] })).toHaveLength(1_203 - 4 - 1);
          expect(await found("", { senderIds: [ben.id] })).toEqual([]);
          await chat.inRoom(room, async (held) => held.remove());
          expect(await found("plain")).toEqual([]);
        } finally {
          await upgraded.destroy();
        }
      } finally {
        await database.remove();
      }
    });
  });
});
