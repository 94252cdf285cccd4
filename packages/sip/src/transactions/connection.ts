/** One WebSocket, as the stack sees it. Its owner calls `receive` and `connectionClosed` of the stack. */
export interface SipConnection {
  /** Unique among all connections, including past ones. */
  readonly id: string;
  /** The peer's IP address, without port; "" where it cannot be known, as in a browser. */
  readonly remoteAddress: string;
  /** Sends one frame. May throw when the socket is closing; the stack then drops the message. */
  send(text: string): void;
  close(): void;
}
