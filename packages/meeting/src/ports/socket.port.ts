/** One WebSocket. */
export interface MeetingSocket {
  /** Dropped when it is not open. */
  send(text: string): void;
  close(): void;
}

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  /** Once, also if it never opened. `code`: RFC 6455. */
  closed(code: number): void;
}

export type OpenSocket = (handlers: SocketHandlers) => MeetingSocket;
