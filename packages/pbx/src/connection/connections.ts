/**
 * The WebSockets of `/sip`: the phones that may connect, their limits, and what happens when one closes (rules REG-20 to
 * REG-24).
 */
import type { SipConnection } from "@callpanel/sip";
import type { Clock, Log, SipSocket, SipSocketHandlers } from "@callpanel/phone-port";
import type { PhoneSettings } from "../settings.ts";
import { createTokenBucket, type TokenBucket } from "./token-bucket.ts";

/** One WebSocket, as the rest of the phone system uses it. */
export interface PhoneConnection extends SipConnection {
  readonly invites: TokenBucket;
  /** A user has authenticated on it: it may stay open as long as the credential is valid. */
  authenticated(proof: Proof): void;
  isProvedBy(matches: (proof: Proof) => boolean): boolean;
  /** The credential with which a user has authenticated on it last; empty: they have not. */
  credentialOf(sipUsername: string): string;
  /** Closes with a code of RFC 6455 and a reason. */
  drop(code: number, reason: string): void;
}

/** The user who authenticated, and with which credential. */
export interface Proof {
  readonly sipUsername: string;
  readonly credentialId: string;
}

export interface Connections {
  connect(socket: SipSocket): SipSocketHandlers;
  byId(id: string): PhoneConnection | undefined;
  /** The connections on which a matching authentication took place. */
  provedBy(matches: (proof: Proof) => boolean): readonly PhoneConnection[];
  readonly count: number;
  dropAll(code: number, reason: string): void;
}

interface ConnectionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: PhoneSettings;
  readonly received: (connection: PhoneConnection, frame: string | Uint8Array) => void;
  readonly closed: (connection: PhoneConnection) => void;
}

const TOO_BIG = 1009;
const POLICY = 1008;
const TRY_AGAIN_LATER = 1013;
const NO_HANDLERS: SipSocketHandlers = { receive: () => undefined, closed: () => undefined };

export function createConnections(deps: ConnectionsDeps): Connections {
  const { log, settings } = deps;
  const open = new Map<string, PhoneConnection>();
  /** Connections of each network, and how many of them have no sign-in. */
  const perNetwork = new Map<string, Count>();
  let lastId = 0;

  const countOf = (network: string): Count => perNetwork.get(network) ?? { all: 0, unproved: 0 };
  const count = (network: string, by: Count): void => {
    const { all, unproved } = countOf(network);
    if (all + by.all === 0) perNetwork.delete(network);
    else perNetwork.set(network, { all: all + by.all, unproved: unproved + by.unproved });
  };
  const admit = (network: string): boolean => {
    const { all, unproved } = countOf(network);
    const { connections, connectionsPerAddress, unprovedPerAddress } = settings;
    return open.size < connections && all < connectionsPerAddress && unproved < unprovedPerAddress;
  };

  const forget = (connection: PhoneConnection, network: string): void => {
    if (!open.delete(connection.id)) return;
    count(network, { all: -1, unproved: connection.isProvedBy(() => true) ? 0 : -1 });
    deps.closed(connection);
  };

  return {
    connect: (socket) => {
      const address = socket.remoteAddress;
      const { network = address } = socket;
      if (!admit(network)) {
        log.warn("sip connection refused", { address, open: open.size });
        socket.close(TRY_AGAIN_LATER, "Too many connections");
        return NO_HANDLERS;
      }
      lastId += 1;
      const { connection, handlers } = openConnection({
        ...deps,
        socket,
        id: `c${lastId}`,
        proved: () => count(network, { all: 0, unproved: -1 }),
        forget: (gone) => forget(gone, network),
      });
      open.set(connection.id, connection);
      count(network, { all: 1, unproved: 1 });
      return handlers;
    },
    byId: (id) => open.get(id),
    provedBy: (matches) => [...open.values()].filter((connection) => connection.isProvedBy(matches)),
    get count() {
      return open.size;
    },
    dropAll: (code, reason) => {
      for (const connection of open.values()) connection.drop(code, reason);
    },
  };
}

interface Count {
  readonly all: number;
  readonly unproved: number;
}

interface OpenParts extends ConnectionsDeps {
  readonly socket: SipSocket;
  readonly id: string;
  /** Called at the first authentication on the connection. */
  readonly proved: () => void;
  readonly forget: (connection: PhoneConnection) => void;
}

function openConnection(parts: OpenParts): {
  readonly connection: PhoneConnection;
  readonly handlers: SipSocketHandlers;
} {
  const { clock, log, settings, socket, id, forget } = parts;
  const frames = createTokenBucket({ clock, burst: 2 * settings.framesPerSecond, perSecond: settings.framesPerSecond });
  const proofs = new Map<string, Proof>();
  let isOpen = true;

  const drop = (code: number, reason: string): void => {
    if (!isOpen) return;
    isOpen = false;
    stopWaiting();
    log.info("sip connection dropped", { connection: id, address: socket.remoteAddress, code, reason });
    socket.close(code, reason);
    forget(connection);
  };
  const stopWaiting = clock.setTimeout(() => drop(POLICY, "Nobody signed in"), settings.unauthenticatedMs);

  const connection: PhoneConnection = {
    id,
    remoteAddress: socket.remoteAddress,
    invites: createTokenBucket({
      clock,
      burst: settings.invitesPerTenSeconds,
      perSecond: settings.invitesPerTenSeconds / 10,
    }),
    send: (text) => {
      if (!isOpen) return;
      socket.send(text);
      if ((socket.bufferedAmount ?? 0) > settings.sendBufferBytes) drop(POLICY, "Does not read");
    },
    close: () => drop(POLICY, "Malformed messages"),
    authenticated: (proof) => {
      stopWaiting();
      if (isOpen && proofs.size === 0) parts.proved();
      proofs.delete(proof.credentialId);
      proofs.set(proof.credentialId, proof);
    },
    isProvedBy: (matches) => [...proofs.values()].some(matches),
    credentialOf: (name) =>
      [...proofs.values()].findLast(({ sipUsername }) => sipUsername === name)?.credentialId ?? "",
    drop,
  };
  return {
    connection,
    handlers: {
      receive: (frame) => {
        if (!isOpen) return;
        if (byteLength(frame) > settings.frameBytes) drop(TOO_BIG, "Message too big");
        else if (!frames.take()) drop(POLICY, "Too many messages");
        else parts.received(connection, frame);
      },
      closed: () => {
        if (!isOpen) return;
        isOpen = false;
        stopWaiting();
        forget(connection);
      },
    },
  };
}

/** For text the upper bound of the length is usually below the limit, so most frames need no counting. */
function byteLength(frame: string | Uint8Array): number {
  if (typeof frame !== "string") return frame.byteLength;
  return frame.length > 16_384 ? Buffer.byteLength(frame) : frame.length;
}
