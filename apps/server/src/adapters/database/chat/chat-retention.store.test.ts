import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { chatRetention, MOST_AT_ONCE } from "../../../modules/chat/index.ts";
import { isPostgres } from "./chat-index.ts";

/** Messages older than the limit: 20 parts. */
const OLD = 20 * MOST_AT_ONCE;

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo, groups: [chat] }
`;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`keeping of chat messages, on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    it("CHAT-83 old messages are removed in parts, and people write between them", async () => {
      const { chat, chatKeeping, users } = on.stores;
      const ann = await users.byUsername("ann");
      if (ann === undefined) throw new Error("she is in the company");
      const realmId = ann.realm.id;
      const members = [{ userId: ann.id, role: "owner", notify: "all" }] as const;
      const base = { realmId, type: "p", topic: "", readOnly: false, directKey: null, at: 1 } as const;
      const room = await chat.createRoom({ ...base, name: "old", members });
      if (room === undefined) throw new Error("the room is new");
      let sent = 0;
      const write = (at: number) =>
        chat.inRoom(room.id, (held) => {
          const client_id = `c-${(sent += 1)}`;
          const sender = { id: ann.id, name: "Ann", username: "ann" };
          return held.addMessage({
            thread: null,
            client_id,
            text: "new",
            all: false,
            sender,
            at,
            mentions: [],
            files: [],
          });
        });
      await fill(room.id, ann.id, OLD);
      const parts: number[] = [];
      const rule = chatRetention({
        keeping: {
          ...chatKeeping,
          remove: async (...part) => {
            const done = await chatKeeping.remove(...part);
            parts.push(done?.removed ?? 0);
            return done;
          },
        },
        store: chat,
        limits: async () => [{ realmId, limits: { chatDays: 1, rooms: "none", smsDays: null, auditDays: null } }],
        turn: { hold: async () => true, end: async () => undefined },
        facts: { room: () => undefined, subscription: () => undefined },
        sounds: { release: async () => undefined },
      });
      const now = 86_400_000 + 200_000_000;
      let removed = 0;
      for (let count = -1; count !== 0;) {
        [count] = await Promise.all([rule.removeBefore(now), write(now)]);
        removed += count;
      }
      expect(removed).toBe(OLD);
      expect(parts).toEqual(Array.from({ length: OLD / MOST_AT_ONCE }, () => MOST_AT_ONCE));
      const { first, n } = (await chat.room(room.id, ann.id))?.room ?? { first: undefined, n: 0 };
      expect(first).toEqual({ n: OLD + 1, id: OLD + 1 });
      expect(n).toBe(OLD + sent);
    });

    const fill = async (roomId: number, userId: number, count: number): Promise<void> => {
      const { db } = on;
      const isPg = isPostgres(db.withTables());
      const numbers = isPg
        ? sql`select n from generate_series(1, ${sql.lit(count)}) as one(n)`
        : sql`with recursive one(n) as (select 1 union all select n + 1 from one where n < ${sql.lit(count)}) select n from one`;
      await sql`insert into chat_messages (room_id, number, seq, thread, n, sender_id, sender_name, client_id, sent_at, deleted, text, mentions, mentions_all, files, reactions)
        select ${sql.lit(roomId)}, n, n, 0, n, ${sql.lit(userId)}, 'Ann', 'bench-' || n, n * 1000, 0, 'word' || (n % 5000) || ' rare' || n, '[]', 0, '[]', '[]' from (${numbers}) as numbers`.execute(
        db,
      );
      if (isPg) await sql`update chat_messages set words = to_tsvector('simple', text)`.execute(db);
      else await sql`insert into chat_words (rowid, words) select id, text from chat_messages`.execute(db);
      await sql`update chat_rooms set n = ${sql.lit(count)}, seq = ${sql.lit(count)} where id = ${sql.lit(roomId)}`.execute(
        db,
      );
    };
  });
}

onEachDatabase(suite);
