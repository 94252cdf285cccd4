/** A channel of ten thousand messages, of which every fifth has a picture, on a running server. */
import { sql } from "kysely";
import { endpoints, type ChatFile } from "@callpanel/contract";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import { DEMO_PASSWORD } from "../../e2e/support/demo.ts";
import { redAndBluePng } from "../../e2e/support/picture-file.ts";

const PICTURES = 40;
const PICTURE_EVERY = 5;

export interface LongRoom {
  /** Path of the panel. */
  readonly path: string;
  readonly name: string;
}

export interface LongRoomWanted {
  readonly address: string;
  readonly dataDir: string;
  readonly name: string;
  readonly count: number;
}

/** Alice and Bob write in it, to the last message read by both. */
export async function fillLongRoom({ address, dataDir, name, count }: LongRoomWanted): Promise<LongRoom> {
  const send = requests(address, await tokenOf(address, "alice"));
  const people = endpoints.listAllChatUsers.response.parse(await send("GET", "users/all_chat_users")).data;
  const idOf = (username: string): number =>
    Number(people.find((one) => one.username === username)?.chatUserId ?? Number.NaN);
  const form = new FormData();
  for (const [key, value] of Object.entries({
    channel_name: name,
    channel_type: "p",
    destinations: String(idOf("bob")),
  }))
    form.append(key, value);
  const { room } = endpoints.newConversation.response.parse(await send("POST", "chats/new_conversation", form));
  const pictures: ChatFile[] = [];
  for (let at = 0; at < PICTURES; at += 1) {
    const file = new FormData();
    file.append("room_id", room.id);
    file.append("name", `picture-${at}.png`);
    file.append("file", new Blob([new Uint8Array(redAndBluePng(400 + at, 300))]), "picture.png");
    pictures.push(endpoints.uploadChatFile.response.parse(await send("POST", "chats/files", file)));
  }
  await write({ dataDir, roomId: Number(room.id), count, alice: idOf("alice"), bob: idOf("bob"), pictures });
  return { path: `/chat/p/${room.id}`, name };
}

interface Written {
  readonly dataDir: string;
  readonly roomId: number;
  readonly count: number;
  readonly alice: number;
  readonly bob: number;
  readonly pictures: readonly ChatFile[];
}

/** By the database itself, as the store would have written them. */
async function write({ dataDir, roomId, count, alice, bob, pictures }: Written): Promise<void> {
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

async function tokenOf(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
  });
  return endpoints.issueToken.response.parse(await answer.json()).access_token;
}

const requests =
  (address: string, token: string) =>
  async (method: string, path: string, body?: FormData): Promise<unknown> => {
    const answer = await fetch(`${address}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
