/** The one socket the user agent sees: behind it the proxies take turns by weight, and a lost connection comes back by itself. */
import { RECONNECT_DELAY_MS } from "@callpanel/contract";
import type { Clock } from "../../../ports/clock.port.ts";
import type { SipProxy } from "../../../ports/user-agent.port.ts";

/** A socket that does not open within this time is given up: a dropped SYN would hang for minutes. */
export const CONNECT_WAIT_MS = 10_000;
/** The same during a call: the user waits in silence. A lost SYN is sent again after 1 s (RFC 6298 §2). */
export const URGENT_CONNECT_WAIT_MS = 2_500;
/** And the pause before the next round. */
export const URGENT_DELAY_MS = 500;
/** A connection that is asked for again this soon is being made already. */
export const SAME_CONNECT_MS = 1_000;

export interface TextSocket {
  /** False when it is not open. */
  send(text: string): boolean;
  close(): void;
}

export interface TextSocketListener {
  opened(): void;
  received(data: string | ArrayBuffer): void;
  closed(): void;
}

/** Opens a WebSocket with subprotocol `sip` (RFC 7118 §4). */
export type OpenSocket = (url: string, listener: TextSocketListener) => TextSocket;

export interface ProxySocketListener {
  connected(): void;
  disconnected(): void;
  received(data: string | ArrayBuffer): void;
}

export interface ProxySocket {
  /** Of the Via: that of the first proxy. */
  readonly transport: "WS" | "WSS";
  connect(): void;
  /** Closes the connection, if any, without a notification, and opens no other. */
  disconnect(): void;
  isConnected(): boolean;
  /** Not sent while there is no connection. */
  send(text: string): void;
  /** Drops what there is and connects at once, to the next proxy when the present one was open. */
  reconnect(): void;
}

type Link =
  | { readonly phase: "idle" }
  | {
      readonly phase: "opening";
      readonly index: number;
      readonly since: number;
      readonly socket: TextSocket;
      readonly giveUp: () => void;
    }
  | { readonly phase: "open"; readonly index: number; readonly socket: TextSocket }
  | { readonly phase: "waiting"; readonly cancel: () => void };

export interface ProxySocketDeps {
  /** In the order to try; not empty. */
  readonly proxies: readonly SipProxy[];
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** A call is up: the connection comes back sooner. */
  readonly isUrgent: () => boolean;
}

export function createProxySocket(
  { proxies, openSocket, clock, isUrgent }: ProxySocketDeps,
  listener: ProxySocketListener,
): ProxySocket {
  const [first] = proxies;
  if (!first) throw new Error("no proxy");
  const address = new URL(first.url);
  if (address.protocol !== "ws:" && address.protocol !== "wss:")
    throw new Error(`not a WebSocket address: ${first.url}`);
  let link: Link = { phase: "idle" };
  let generation = 0; // later events of an abandoned socket are ignored

  const open = (index: number): void => {
    const mine = ++generation;
    const patienceMs = isUrgent() ? URGENT_CONNECT_WAIT_MS : CONNECT_WAIT_MS;
    const giveUp = clock.setTimeout(() => {
      if (mine === generation) fail(index);
    }, patienceMs);
    const opening = openSocket((proxies[index] ?? first).url, {
      opened: () => {
        giveUp();
        if (mine !== generation) return;
        link = { phase: "open", index, socket: opening };
        listener.connected();
      },
      received: (data) => {
        if (mine === generation) listener.received(data);
      },
      closed: () => {
        giveUp();
        if (mine === generation) fail(index);
      },
    });
    link = { phase: "opening", index, since: clock.now(), socket: opening, giveUp };
  };
  /** The proxy did not open, or has closed: the next one immediately, after the last one a pause. */
  const fail = (index: number): void => {
    const mine = generation + 1;
    drop();
    if (mine !== generation) return; // a listener has requested another connection meanwhile
    if (index + 1 < proxies.length) open(index + 1);
    else {
      const pauseMs = isUrgent() ? URGENT_DELAY_MS : RECONNECT_DELAY_MS;
      link = { phase: "waiting", cancel: clock.setTimeout(() => open(0), pauseMs) };
    }
  };
  /** Releases the current socket without a notification. */
  const release = (): Link => {
    const before = link;
    generation += 1;
    link = { phase: "idle" };
    if (before.phase === "waiting") before.cancel();
    if (before.phase === "opening") before.giveUp();
    if (before.phase === "opening" || before.phase === "open") before.socket.close();
    return before;
  };
  const drop = (): void => {
    if (release().phase === "open") listener.disconnected();
  };

  return {
    transport: address.protocol === "wss:" ? "WSS" : "WS",
    connect: () => {
      if (link.phase === "idle") open(0);
    },
    disconnect: () => void release(),
    reconnect: () => {
      if (link.phase === "opening" && clock.now() - link.since < SAME_CONNECT_MS) return;
      const next = link.phase === "open" ? (link.index + 1) % proxies.length : 0;
      drop();
      open(next);
    },
    isConnected: () => link.phase === "open",
    send: (text) => {
      if (link.phase === "open") link.socket.send(text);
    },
  };
}
