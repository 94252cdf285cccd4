/** People at the chat socket of a test server. */
import { Readable } from "node:stream";
import {
  chatServerFrameSchema,
  endpoints,
  type AnyRoom,
  type ChatMessage,
  type ChatOrder,
  type ChatServerFrame,
} from "@callpanel/contract";
import { expect, vi } from "vitest";
import type { WebSocket } from "ws";
import { bearer, type TestServer } from "./test-server.ts";
import type { TestSockets } from "./test-sockets.ts";
import { WAIT } from "./wait.ts";

const PIECE_BYTES = 65_536;

export interface ChatPeer {
  readonly uid: string;
  readonly frames: ChatServerFrame[];
  readonly closes: number[];
  readonly socket: WebSocket;
  say(frame: object): void;
  /** The first frame from now on that fits. */
  next<Type extends ChatServerFrame["type"]>(
    type: Type,
    fits?: (frame: Extract<ChatServerFrame, { type: Type }>) => boolean,
  ): Promise<Extract<ChatServerFrame, { type: Type }>>;
  order(order: ChatOrder): Promise<Extract<ChatServerFrame, { type: "done" | "refused" }>>;
  /** Sends a text. @returns the message */
  send(
    room: string,
    text: string,
    more?: { thread?: number; client_id?: string; files?: string[] },
  ): Promise<ChatMessage>;
  /** All of what was sent before has been answered. */
  settled(): Promise<void>;
}

let made = 0;
export const clientId = (): string => `test-${(made += 1).toString().padStart(8, "0")}`;

/** Signed in, subscribed to everything. */
export async function chatPeer(server: TestServer, sockets: TestSockets, username: string): Promise<ChatPeer> {
  const { status, body } = await server.send("POST", "/api/v1/chats/auth", username);
  expect(status).toBe(200);
  const { token, url } = endpoints.authChat.response.parse(body);
  const socket = await sockets.open(url);
  const peer = peerOn(socket);
  peer.say({ type: "signin", token });
  const { uid } = await peer.next("hello");
  peer.say({ type: "subscribe", topics: ["unread", "notifications", "presence"] });
  await peer.next("rooms");
  return { ...peer, uid };
}

export function peerOn(socket: WebSocket): ChatPeer {
  const frames: ChatServerFrame[] = [];
  const closes: number[] = [];
  let requests = 0;
  socket.on("message", (data: Buffer) => {
    const frame = chatServerFrameSchema.parse(JSON.parse(data.toString("utf8")));
    if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
    frames.push(frame);
  });
  socket.on("close", (code) => closes.push(code));
  const say = (frame: object): void => socket.send(JSON.stringify(frame));
  const next: ChatPeer["next"] = async (type, fits = () => true) => {
    const find = () =>
      frames.find((frame): frame is Extract<ChatServerFrame, { type: typeof type }> => {
        const isType = (one: ChatServerFrame): one is Extract<ChatServerFrame, { type: typeof type }> =>
          one.type === type;
        return isType(frame) && fits(frame);
      });
    return vi.waitFor(() => {
      const found = find();
      if (found === undefined) throw new Error(`no ${type} among ${frames.map((one) => one.type).join()}`);
      return found;
    }, WAIT);
  };
  const order: ChatPeer["order"] = async (wanted) => {
    const request = `r${(requests += 1)}`;
    say({ type: "order", request, order: wanted });
    return vi.waitFor(() => {
      const answer = frames.find(
        (frame) => (frame.type === "done" || frame.type === "refused") && frame.request === request,
      );
      if (answer?.type !== "done" && answer?.type !== "refused") throw new Error("no answer yet");
      return answer;
    }, WAIT);
  };
  return {
    uid: "",
    frames,
    closes,
    socket,
    say,
    next,
    order,
    send: async (room, text, more = {}) => {
      const answer = await order({ order: "send", room, client_id: clientId(), text, ...more });
      if (answer.type !== "done" || answer.message === undefined) throw new Error(JSON.stringify(answer));
      return answer.message;
    },
    settled: async () => {
      await order({ order: "read", room: "0", n: 0 });
    },
  };
}

/** A room that a person creates; without a name direct messages. */
export async function createRoom(
  server: TestServer,
  username: string,
  fields: Readonly<Record<string, string>>,
): Promise<AnyRoom> {
  const answer = await sendForm(server, username, "/api/v1/chats/new_conversation", fields);
  expect(answer.body).toMatchObject({ room: {} });
  const { room } = endpoints.newConversation.response.parse(answer.body);
  if (!("type" in room)) throw new Error("a conversation by text message is no room");
  return room;
}

export async function sendForm(
  server: TestServer,
  username: string,
  url: string,
  fields: Readonly<Record<string, string>>,
  file?: { readonly field: string; readonly name: string; readonly bytes: Uint8Array },
): Promise<{ readonly status: number; readonly body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
  const request = new Response(form);
  const { access_token } = await server.signIn(username);
  const answer = await server.app.inject({
    method: "POST",
    url,
    headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
    payload: Readable.from(piecesOf(Buffer.from(await request.arrayBuffer()))),
  });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
}

/** A body as a connection brings it. */
function* piecesOf(body: Buffer): Generator<Buffer, void> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES);
}
