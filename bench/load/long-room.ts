/** A channel of ten thousand messages, every fifth of them with a picture, on a running server. */
import { endpoints, type ChatFile } from "@callpanel/contract";
import { writeLongRoom } from "../../apps/server/test/long-chat-room.ts";
import { DEMO_PASSWORD } from "../../e2e/support/company/demo.ts";
import { redAndBluePng } from "../../e2e/support/media/picture-file.ts";

const PICTURES = 40;

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
  await writeLongRoom({ dataDir, roomId: Number(room.id), count, alice: idOf("alice"), bob: idOf("bob"), pictures });
  return { path: `/chat/p/${room.id}`, name };
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
