/** Carries texts between the servers of a site. It connects by itself, and again after each loss. */
export interface BusTransport {
  /** Longest text that it carries, in bytes of UTF-8. */
  readonly mostBytes: number;
  /** Resolves after the first attempt to connect, also when that failed. */
  readonly ready: Promise<void>;
  /** In order, to every server that is connected, perhaps to the sender too. Rejects when it may not have been sent. */
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusTransportEvents {
  received(text: string): void;
  /** Connected after a time without a connection: texts of other servers may have been missed. */
  reconnected(): void;
}

export type ConnectBus = (events: BusTransportEvents) => BusTransport;
