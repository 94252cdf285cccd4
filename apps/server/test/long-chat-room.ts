import type { ChatFile } from "@callpanel/contract";
import { sql } from "kysely";
import { openDatabase } from "../src/app/services/storage.ts";
import { silentLog } from "./temporary-storage.ts";

const PICTURE_EVERY = 5;

export interface LongRoomWritten {
  readonly dataDir: string;
  readonly roomId: number;
  readonly count: number;
  readonly alice: number;
  readonly bob: number;
  readonly pictures: readonly ChatFile[];
}

/** Messages of two people, a minute apart up to now, written to SQLite as the store would have written them; both have read them. */
export async function writeLongRoom({ dataDir, roomId, count, alice, bob, pictures }: LongRoomWritten): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
  const now = Date.now();
  const words =
    "Harbour Freight called about the delivery of *last* week, see https://example.com/orders for **all** of it. ";
  for (let from = 1; from <= count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from + 1) }, (_, index) => {
      const n = from + index;
      const files = n % PICTURE_EVERY === 0 ? [pictures[(n / PICTURE_EVERY) % pictures.length]] : [];
      const text = `Message ${n}: ${words.repeat(n % 4)}`;
      const sender = n % 7 < 4 ? alice : bob;
      return sql`(${roomId}, ${n}, ${n}, 0, ${n}, ${sender}, ${sender === alice ? "Alice Archer" : "Bob Brandt"}, ${`bench-${n}-message`}, ${now - (count - n) * 60_000}, 0, ${text}, '[]', 0, ${JSON.stringify(files)}, ${n % 9 === 0 ? JSON.stringify([{ emoji: "👍", by: [String(bob)] }]) : "[]"})`;
    });
    await sql`insert into chat_messages (room_id, number, seq, thread, n, sender_id, sender_name, client_id, sent_at, deleted, text, mentions, mentions_all, files, reactions) values ${sql.join(rows)}`.execute(
      db,
    );
  }
  await sql`update chat_rooms set n = ${count}, seq = ${count} where id = ${roomId}`.execute(db);
  await sql`update chat_members set read_n = ${count} where room_id = ${roomId}`.execute(db);
  await db.destroy();
}
