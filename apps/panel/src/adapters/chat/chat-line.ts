import { CHAT_CLOSE, CHAT_SIGN_IN_WAIT_MS, chatServerFrameSchema, RECONNECT_DELAY_MS } from "@callpanel/contract";
import type { ChatClientFrame, ChatServerFrame } from "@callpanel/contract";
import type { ChatLine, ChatLineHandlers, ChatLineState } from "../../shared/live/chatLine.ts";
import type { Clock } from "../../shared/clock.ts";
import { createStore } from "../../shared/store.ts";
import { openLink } from "../sockets/link.ts";
import type { Link, OpenSocket } from "../sockets/link.ts";

export interface ChatLineDeps {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  /** The answer of POST chats/auth: each token opens one connection. */
  readonly auth: () => Promise<{ readonly token: string; readonly url: string }>;
  /** 0 to 1: panels that lost the same server do not all come back at once. */
  readonly random: () => number;
}

const FIRST_WAIT_MS = 500;

/** CHATUI-1: one connection to chat, which is restored after each loss until it is stopped. */
export function createChatLine(
  { clock, openSocket, auth, random }: ChatLineDeps,
  handlers: ChatLineHandlers,
): ChatLine {
  const state = createStore<ChatLineState, ChatLineState>("connecting", (_, next) => next);
  let link: Link<ChatClientFrame> | null = null;
  let cancelRetry: (() => void) | null = null;
  let failures = 0;
  /** Counts starts and tries: what belongs to an earlier one is no longer listened to. */
  let turn = 0;

  const closed = (again: "again" | "never", atOnce = false) => {
    turn += 1;
    link?.close();
    link = null;
    handlers.closed();
    state.dispatch("closed");
    cancelRetry?.();
    failures += 1;
    const waitMs = Math.min(RECONNECT_DELAY_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + random() / 2);
    cancelRetry = again === "never" ? null : clock.setTimeout(connect, atOnce ? 0 : waitMs);
  };
  const take = (frame: ChatServerFrame) => {
    if (frame.type === "hello") failures = 0;
    handlers.received(frame);
    // Only now what is shown is true again.
    if (frame.type === "rooms") state.dispatch("open");
  };
  const tryOnce = async (mine: number) => {
    const { token, url } = await auth();
    if (mine !== turn) return;
    link = openLink<ChatClientFrame, ChatServerFrame>({
      clock,
      openSocket,
      url,
      signInWaitMs: CHAT_SIGN_IN_WAIT_MS,
      parse: (json) => chatServerFrameSchema.safeParse(json).data ?? null,
      heartbeatOf: (frame) => (frame.type === "hello" ? frame.heartbeat_ms : null),
      opened: () => handlers.opened(token),
      receive: (frame) => {
        if (mine === turn) take(frame);
      },
      ended: (code) => {
        if (mine !== turn) return;
        if (code === CHAT_CLOSE.forbidden) return closed("never");
        return closed("again", code === CHAT_CLOSE.rightsChanged);
      },
    });
  };
  function connect() {
    cancelRetry = null;
    turn += 1;
    const mine = turn;
    tryOnce(mine).catch(() => {
      if (mine === turn) closed("again");
    });
  }
  return {
    state,
    send: (frame) => link?.send(frame),
    retry() {
      if (cancelRetry === null) return;
      cancelRetry();
      connect();
    },
    start() {
      connect();
      return () => closed("never");
    },
  };
}
