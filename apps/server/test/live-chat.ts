/** People at the chat of running servers: the panel's own client over real sockets, which connects again by itself. */
import { chatServerFrameSchema, endpoints, type AnyRoom, type ChatMessage } from "@callpanel/contract";
import { createChatClient, type ChatClient, type OutboxItem } from "@callpanel/contract/chat-client";
import { WebSocket } from "ws";
import { ask } from "./server-pair.ts";

const AGAIN_MS = 50;

export interface LiveChatOptions {
  /** The server that is asked at the moment, as in `http://127.0.0.1:8080`; it may change with every connection. */
  readonly address: () => string;
  /** Access token. */
  readonly token: string;
  readonly name: string;
  /** What an earlier run of this device has not sent. */
  readonly outbox?: readonly OutboxItem[];
  /** The server has acknowledged a message of this person. */
  readonly onDone?: (message: ChatMessage) => void;
}

export interface LiveChat {
  readonly client: ChatClient;
  readonly name: string;
  /** How often a room was taken away. */
  readonly gone: readonly string[];
  /** Cuts the connection; it comes back by itself. */
  cut(): void;
  /** For good. */
  stop(): void;
  get(path: string): Promise<unknown>;
  /** Everything that is kept of a room, by place. */
  history(room: string): Promise<readonly ChatMessage[]>;
}

export function liveChat({ address, token, name, outbox, onDone }: LiveChatOptions): LiveChat {
  let socket: WebSocket | undefined;
  let isStopped = false;
  let ids = 0;
  const run = Math.random().toString(36).slice(2, 8);
  const gone: string[] = [];
  const client = createChatClient({
    send: (frame) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame)),
    newId: () => `live-${name}-${run}-${(ids += 1)}`,
    topics: ["unread", "notifications", "presence"],
    ...(outbox && { outbox }),
  });
  const again = (): void => {
    if (!isStopped) setTimeout(connect, AGAIN_MS);
  };
  const connect = (): void => {
    if (isStopped) return;
    const at = address();
    ask(`${at}/api/v1/chats/auth`, token, "POST", {})
      .then(({ body }) => {
        const { token: once, url } = endpoints.authChat.response.parse(body);
        const own = new WebSocket(new URL(url, at.replace("http", "ws")));
        socket = own;
        own.on("open", () => client.opened(once));
        own.on("message", (data: Buffer) => {
          const frame = chatServerFrameSchema.parse(JSON.parse(data.toString("utf8")));
          if (frame.type === "done" && frame.message !== undefined) onDone?.(frame.message);
          if (frame.type === "gone") gone.push(frame.room);
          if (!isStopped && socket === own) client.receive(frame);
          // What the server could not take at the moment.
          if (frame.type === "refused") setTimeout(() => client.retry(), AGAIN_MS);
        });
        own.on("error", () => undefined);
        own.on("close", () => {
          if (socket !== own) return;
          socket = undefined;
          client.closed();
          again();
        });
      })
      .catch(again);
  };
  connect();
  const get = async (path: string): Promise<unknown> => (await ask(`${address()}/api/v1/chats/${path}`, token)).body;
  return {
    client,
    name,
    gone,
    cut: () => socket?.terminate(),
    stop: () => {
      isStopped = true;
      socket?.terminate();
    },
    get,
    history: async (room) => {
      const all: ChatMessage[] = [];
      for (let after = 0; ;) {
        const page = endpoints.listChatMessages.response.parse(
          await get(`rooms/${room}/messages?limit=200&after=${after}`),
        );
        all.push(...page.messages);
        const last = page.messages.at(-1);
        if (last === undefined || last.n >= page.n) return all;
        after = last.n;
      }
    },
  };
}

/** A room that a person creates at a server. */
export async function openRoom(
  address: string,
  token: string,
  fields: Readonly<Record<string, string>>,
): Promise<AnyRoom> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { room } = endpoints.newConversation.response.parse(
    (await ask(`${address}/api/v1/chats/new_conversation`, token, "POST", form)).body,
  );
  if ("subscription" in room) return room;
  throw new Error("a conversation by text message was not asked for");
}
