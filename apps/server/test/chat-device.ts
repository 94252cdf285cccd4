/** A device at one of several servers in this process, with the panel's client. */
import {
  chatServerFrameSchema,
  type ChatActivity,
  type ChatClientFrame,
  type ChatDraft,
  type ChatOrder,
  type ChatServerFrame,
} from "@callpanel/contract";
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

type OwnOrder = Exclude<ChatOrder, { order: "send" }>;

/** The common key of two orders if only the later one counts. */
function keyOf(order: OwnOrder): string {
  const { order: kind, room } = order;
  switch (order.order) {
    case "edit":
    case "delete":
    case "pin":
    case "save":
      return `${kind} ${room}/${order.id}`;
    case "react":
      return `${kind} ${room}/${order.id} ${order.emoji}`;
    case "follow":
    case "readThread":
      return `${kind} ${room}/${order.thread}`;
    default:
      return `${kind} ${room}`;
  }
}

export const draftPlace = ({ room, thread }: Pick<ChatDraft, "room" | "thread">): string => `${room}/${thread ?? ""}`;

/** A device of a person with a link that loses what is on its way when it is cut. */
export class Device {
  readonly client: ChatClient;
  /** Rooms on screen. */
  readonly shown = new Set<string>();
  /** Messages that were given to the client, by `client_id`. */
  readonly written = new Map<string, Written>();
  /** Of the orders about one thing the last one, unless it was refused. */
  readonly wanted = new Map<string, OwnOrder>();
  /** How many answers threads had, by room and root, when the person followed them no longer. */
  readonly left = new Map<string, number>();
  /** Activities that made a notice, by room and id. */
  readonly noticed = new Map<string, ChatActivity>();
  /** By place, as the panel keeps them. */
  readonly drafts = new Map<string, ChatDraft>();
  isLossy = false;
  /** The rooms came, and what no frame brings has not been asked for. */
  isFresh = false;
  /** The version in which a message was known last, by room and id. */
  readonly #known = new Map<string, number>();
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
      onNotice: (activity) => this.#notice(activity),
      onRefused: (order) => {
        if (order.order !== "send" && this.wanted.get(keyOf(order)) === order) this.wanted.delete(keyOf(order));
      },
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

  order(order: OwnOrder): void {
    this.wanted.set(keyOf(order), order);
    if (order.order === "follow")
      this.left.set(
        `${order.room}/${order.thread}`,
        this.client.message(order.room, order.thread)?.replies?.count ?? 0,
      );
    this.client.order(order);
  }

  /** @returns whether it is a later one than the known one */
  takeDraft(draft: ChatDraft): boolean {
    const known = this.drafts.get(draftPlace(draft));
    if (known !== undefined && known.version >= draft.version) return false;
    this.drafts.set(draftPlace(draft), draft);
    return true;
  }

  #notice(activity: ChatActivity): void {
    const key = `${activity.room}/${activity.id}`;
    if (this.noticed.has(key)) throw new Error(`message ${key} makes a second notice to ${this.userId}`);
    this.noticed.set(key, activity);
  }

  /** A page of history, which may be older than what is known: nothing on screen goes back to an earlier version. */
  takePage(room: string, page: Parameters<ChatClient["addPage"]>[1]): void {
    this.#checkVersions(room);
    this.client.addPage(room, page);
    this.#checkVersions(room);
  }

  #checkVersions(room: string): void {
    for (const { id, seq } of this.client.messages(room)) {
      const key = `${room}/${id}`;
      const known = this.#known.get(key) ?? 0;
      if (seq < known) throw new Error(`message ${key} was known with change ${known}, and is shown with ${seq}`);
      this.#known.set(key, seq);
    }
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
    for (const frame of told) {
      if (frame.type === "draft") this.takeDraft(frame.draft);
      if (frame.type === "rooms") this.isFresh = true;
      this.client.receive(frame);
    }
    for (const room of this.shown) if (this.client.room(room) === undefined) this.shown.delete(room);
  }

  get isQuiet(): boolean {
    return this.#toServer.length === 0 && this.#toClient.length === 0;
  }
}
