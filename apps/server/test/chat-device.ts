/** A device at one of several servers in this process, with the panel's client. */
import { chatServerFrameSchema, type ChatClientFrame, type ChatServerFrame } from "@callpanel/contract";
import { createChatClient, type ChatClient } from "@callpanel/contract/chat-client";
import type { LiveSocketHandlers } from "../src/kernel/http/web-sockets.ts";
import type { Chat } from "../src/modules/chat/index.ts";
import type { Written } from "./chat-checks.ts";

/** One change in so many is lost while a device is lossy. */
const LOST_EVERY = 20;

export interface DeviceDeps {
  readonly userId: number;
  readonly servers: readonly Chat[];
  readonly accepts: ReadonlyArray<ReturnType<Chat["accept"]>>;
  readonly random: () => number;
  /** Looks at what a server sends, whether or not it arrives. */
  readonly look?: ((userId: number, frame: ChatServerFrame) => void) | undefined;
}

/** A device of a person with a link that loses what is on its way when it is cut. */
export class Device {
  readonly client: ChatClient;
  /** Rooms on screen. */
  readonly shown = new Set<string>();
  /** Messages that were given to the client, by `client_id`. */
  readonly written = new Map<string, Written>();
  isLossy = false;
  #changes = 0;
  readonly #deps: DeviceDeps;
  #toServer: ChatClientFrame[] = [];
  #toClient: ChatServerFrame[] = [];
  #socket: LiveSocketHandlers | undefined;

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
    let ids = 0;
    this.client = createChatClient({
      send: (frame) => void this.#toServer.push(structuredClone(frame)),
      newId: () => `dev-${deps.userId}-${Math.floor(deps.random() * 1e9)}-${(ids += 1)}`,
      topics: ["unread", "notifications"],
    });
  }

  get userId(): number {
    return this.#deps.userId;
  }
  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  write(room: string, text: string, thread?: number): void {
    const id = this.client.write(room, text, thread === undefined ? {} : { thread });
    this.written.set(id, { room, thread });
  }

  async connect(): Promise<void> {
    if (this.#socket !== undefined) return;
    const at = this.#deps.random() < 0.5 ? 0 : 1;
    const token = await this.#deps.servers[at]?.tokens.issue({ sessionId: "s", userId: this.#deps.userId });
    const accept = this.#deps.accepts[at];
    if (accept === undefined || token === undefined) throw new Error("there are two servers");
    const own = accept({
      remoteAddress: "127.0.0.1",
      network: "127.0.0.1",
      bufferedAmount: 0,
      send: (text) => {
        const frame = chatServerFrameSchema.parse(JSON.parse(text));
        this.#deps.look?.(this.#deps.userId, frame);
        if (this.#socket === own && !this.#loses(frame)) this.#toClient.push(frame);
      },
      close: () => this.#lose(),
    });
    this.#socket = own;
    this.client.opened(token);
  }

  /** A gap in the changes of a room: the next one shows it. */
  #loses(frame: ChatServerFrame): boolean {
    if (frame.type !== "change" || !this.isLossy) return false;
    this.#changes += 1;
    return this.#changes % LOST_EVERY === 0;
  }

  cut(): void {
    const socket = this.#socket;
    this.#lose();
    socket?.closed();
  }

  #lose(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    this.#toServer = [];
    this.#toClient = [];
    this.client.closed();
  }

  /** A part of what is on its way arrives. */
  pass(share: number): void {
    const sent = this.#toServer.splice(0, Math.ceil(this.#toServer.length * share));
    for (const frame of sent) this.#socket?.receive(JSON.stringify(frame));
    const told = this.#toClient.splice(0, Math.ceil(this.#toClient.length * share));
    for (const frame of told) this.client.receive(frame);
  }

  get isQuiet(): boolean {
    return this.#toServer.length === 0 && this.#toClient.length === 0;
  }
}
