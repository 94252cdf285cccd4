import type { ChatOrder } from "../chat-frames.ts";
import type { ChatMessage } from "../chat-state.ts";

/** An order that the server has not answered. */
export interface OutboxItem {
  readonly request: string;
  readonly order: ChatOrder;
  /** `waiting`: for its turn or for a connection; `refused`: for good, with the code and text of the server. */
  readonly state: "waiting" | "sent" | "refused";
  readonly code?: string | undefined;
  readonly text?: string | undefined;
}

export interface Outbox {
  add(order: ChatOrder): void;
  items(): readonly OutboxItem[];
  opened(): void;
  closed(): void;
  done(request: string): void;
  refused(request: string, code: string, text: string): void;
  /** A message of this person came by another way than as an answer. */
  arrived(message: ChatMessage, uid: string): void;
  roomGone(room: string): void;
  retry(request?: string): void;
  dismiss(request: string): void;
}

/** The server may take these at another time. */
const NOT_NOW: ReadonlySet<string> = new Set([
  "chats.tooFast",
  "request.tooMany",
  "server.internal",
  "server.full",
  "server.unavailable",
]);

/** CHAT-38: orders of a room go one after the other, each until it is answered, also over several connections. */
export function createOutbox(deps: {
  readonly newId: () => string;
  readonly post: (request: string, order: ChatOrder) => void;
  readonly changed: () => void;
  readonly onRefused?: ((order: ChatOrder, code: string, text: string) => void) | undefined;
  readonly earlier: readonly OutboxItem[];
}): Outbox {
  let items: readonly OutboxItem[] = deps.earlier.map((item) => ({
    ...item,
    state: item.state === "refused" ? "refused" : "waiting",
  }));
  /** Messages that are there, whose answer is awaited. */
  const there = new Set<string>();
  /** Rooms whose next order waits until `retry`. */
  const paused = new Set<string>();
  let isOpen = false;

  const set = (next: readonly OutboxItem[]): void => {
    items = next;
    deps.changed();
  };
  const update = (request: string, change: Partial<OutboxItem>): void =>
    set(items.map((item) => (item.request === request ? { ...item, ...change } : item)));
  const remove = (request: string): void => {
    there.delete(request);
    set(items.filter((item) => item.request !== request));
  };
  /** The first waiting order of each room without one on its way. */
  const flush = (): void => {
    if (!isOpen) return;
    const busy = new Set(items.filter(({ state }) => state === "sent").map(({ order }) => order.room));
    for (const { request, order, state } of items) {
      if (state !== "waiting" || busy.has(order.room) || paused.has(order.room)) continue;
      busy.add(order.room);
      update(request, { state: "sent" });
      deps.post(request, order);
    }
  };

  return {
    add: (order) => {
      set([...items, { request: deps.newId(), order, state: "waiting" }]);
      flush();
    },
    items: () => items.filter(({ request }) => !there.has(request)),
    opened: () => {
      isOpen = true;
      paused.clear();
      flush();
    },
    closed: () => {
      isOpen = false;
      set(
        items
          .filter(({ request }) => !there.has(request))
          .map((item) => (item.state === "sent" ? { ...item, state: "waiting" as const } : item)),
      );
      there.clear();
    },
    done: (request) => {
      remove(request);
      flush();
    },
    refused: (request, code, text) => {
      const item = items.find((one) => one.request === request);
      if (item === undefined) return;
      if (NOT_NOW.has(code)) {
        paused.add(item.order.room);
        update(request, { state: "waiting", code, text });
        return;
      }
      if (item.order.order === "send") update(request, { state: "refused", code, text });
      else remove(request);
      deps.onRefused?.(item.order, code, text);
      flush();
    },
    arrived: ({ from, client_id, room }, uid) => {
      if (from.uid !== uid) return;
      const item = items.find(
        ({ order }) => order.order === "send" && order.client_id === client_id && order.room === room,
      );
      if (item === undefined || there.has(item.request)) return;
      if (item.state !== "sent") return remove(item.request);
      there.add(item.request);
      deps.changed();
    },
    roomGone: (room) => {
      const gone = items.filter(({ order, state }) => order.room === room && state !== "refused");
      if (gone.length === 0) return;
      set(
        items.flatMap((item) => {
          if (item.order.room !== room || item.state === "refused") return [item];
          return item.order.order === "send" && !there.has(item.request)
            ? [{ ...item, state: "refused" as const, code: "chats.room.gone" }]
            : [];
        }),
      );
    },
    retry: (request) => {
      paused.clear();
      if (request !== undefined) update(request, { state: "waiting", code: undefined, text: undefined });
      flush();
    },
    dismiss: (request) => {
      remove(request);
      flush();
    },
  };
}
