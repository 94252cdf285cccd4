import type { ChatClientFrame, ChatServerFrame } from "@callpanel/contract";
import type { Readable } from "../store.ts";

export type ChatLineState = "connecting" | "open" | "closed";

/** What the connection reports to its owner. */
export interface ChatLineHandlers {
  /** The socket is there: sign in with this token. */
  readonly opened: (token: string) => void;
  readonly received: (frame: ChatServerFrame) => void;
  readonly closed: () => void;
}

/** The connection to chat, restored after each loss. */
export interface ChatLine {
  readonly state: Readable<ChatLineState>;
  readonly send: (frame: ChatClientFrame) => void;
  /** Tries now instead of waiting: the network is back. */
  readonly retry: () => void;
  /** @returns a stop function */
  readonly start: () => () => void;
}

export type OpenChatLine = (handlers: ChatLineHandlers) => ChatLine;
