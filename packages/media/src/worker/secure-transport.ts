import type { Fingerprint, RemoteIce } from "../description/remote-description.ts";
import { certificateFingerprint } from "../dtls/certificate.ts";
import type { DtlsCertificate } from "../dtls/certificate.ts";
import { startDtlsSession } from "../dtls/dtls-session.ts";
import type { DtlsSession } from "../dtls/dtls-session.ts";
import type { SrtpKeys } from "../dtls/srtp-keys.ts";
import { createLiteAgent } from "../ice/lite-agent.ts";
import type { IceCredentials, TransportAddress } from "../ice/lite-agent.ts";
import { createSrtpSession } from "../srtp/srtp-session.ts";
import type { SrtpSession } from "../srtp/srtp-session.ts";
import { createPacketRate, createSourceRates } from "./packet-rate.ts";
import type { Receive } from "./routes.ts";
import type { LegSocket } from "./worker-socket.ts";

/** ICE, DTLS and SRTP of one leg; on the inner side packets are not encrypted. */
export interface SecureTransport {
  readonly localCredentials: IceCredentials;
  readonly connected: boolean;
  /** Epoch ms of the far end's last authentic check, 0 before the first (consent, RFC 7675). */
  readonly lastCheckAt: number;
  /** Applies the far end's description. If it restarts ICE, our own credentials change as well (RFC 8839 §4.4.1.1.1). */
  setRemote(remote: RemoteSecurity): void;
  restartIce(): void;
  /** Sends nothing until the far end's next check. */
  expireConsent(): void;
  readonly receive: Receive;
  /** `header` is all of it, with extensions. Returns whether the packet was sent. */
  sendRtp(header: Buffer, payload: Uint8Array): boolean;
  sendRtcp(packet: Buffer): void;
  close(): void;
}

export interface RemoteSecurity {
  readonly ice: RemoteIce;
  readonly fingerprints: readonly Fingerprint[];
  /** Our own role. */
  readonly role: DtlsRole;
}

export type DtlsRole = "client" | "server";

export interface SecureTransportOptions {
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  readonly socket: LegSocket;
  readonly certificate: DtlsCertificate;
  readonly onConnected: () => void;
  readonly onFailed: (reason: string) => void;
  /** An authentic packet: as received, for its header, and its decrypted payload without padding. */
  readonly onRtp: (received: Buffer, payload: Buffer) => void;
  readonly onRtcp: (packet: Buffer) => void;
  /** What the far end may send; by default that of one sound. */
  readonly bounds?: MediaBounds;
}

export interface MediaBounds {
  /** Packets of the far end that are processed in a second; asked for each. */
  readonly packetsPerSecond: () => number;
  /** Of one side. */
  readonly ssrcs: number;
}

/** Ten times the rate of 20 ms packets; enough for 10 ms packets, reports and checks. */
export const MOST_SOUND_PER_SECOND = 500;
/** Checks from an address without an authentic one so far: a browser sends about 20 per second while it looks for a pair. */
const MOST_UNKNOWN_PER_SECOND = 100;
/** Number of addresses per leg that are counted separately. */
const MOST_UNKNOWN_SOURCES = 64;

type Association =
  | { readonly phase: "idle" }
  | { readonly phase: "handshake"; readonly dtls: DtlsSession }
  /** Finished before the answer with the expected fingerprint arrived. */
  | { readonly phase: "unverified"; readonly dtls: DtlsSession; readonly keys: SrtpKeys; readonly certificate: Buffer }
  | { readonly phase: "secure"; readonly dtls: DtlsSession; readonly srtp: SrtpSession }
  | { readonly phase: "closed" };

export function createSecureTransport(options: SecureTransportOptions): SecureTransport {
  const { socket, certificate, bounds, onConnected, onFailed, onRtp, onRtcp } = options;
  let association: Association = { phase: "idle" };
  let remote: RemoteSecurity | undefined;
  let lastDtlsFrom: TransportAddress | undefined;
  const perSecond = bounds?.packetsPerSecond ?? (() => MOST_SOUND_PER_SECOND);
  const rate = createPacketRate({ now: options.now, perSecond });
  const unknownRates = createSourceRates({
    now: options.now,
    perSecond: () => MOST_UNKNOWN_PER_SECOND,
    mostSources: MOST_UNKNOWN_SOURCES,
  });

  const agent = createLiteAgent({
    ...iceOf(options),
    onSelected: () => {
      if (remote?.role === "client" && association.phase === "idle") handshake("client");
    },
  });

  const handshake = (role: DtlsRole): DtlsSession => {
    const dtls = startDtlsSession({
      role,
      certificate,
      setTimeout: options.setTimeout,
      send: (datagram) => {
        if (agent.selected !== undefined) socket.send(datagram, agent.selected);
      },
      onFinished: (keys, remoteCertificate) => {
        association = { phase: "unverified", dtls, keys, certificate: remoteCertificate };
        agent.setProven(lastDtlsFrom);
        verify();
      },
      onFailed: (reason) => onFailed(`DTLS: ${reason}`),
    });
    association = { phase: "handshake", dtls };
    return dtls;
  };

  const verify = (): void => {
    if (association.phase !== "unverified" || remote === undefined) return;
    const { dtls, keys, certificate: der } = association;
    if (!remote.fingerprints.some(({ algorithm, value }) => certificateFingerprint(der, algorithm) === value)) {
      onFailed("DTLS: the certificate is not the one in the description");
      return;
    }
    association = { phase: "secure", dtls, srtp: createSrtpSession(keys, bounds?.ssrcs) };
    onConnected();
  };

  const endAssociation = (phase: "idle" | "closed"): void => {
    if (association.phase !== "idle" && association.phase !== "closed") association.dtls.close();
    association = { phase };
    agent.setProven(undefined);
  };

  /** After the handshake it may be that of another leg with the same address, or the far end repeats itself. */
  const receiveDtls = (datagram: Buffer, from: TransportAddress): boolean => {
    const isExpected = association.phase !== "secure";
    if (association.phase === "closed") return false;
    lastDtlsFrom = from;
    if (association.phase !== "idle") association.dtls.receive(datagram);
    // Without an answer so far: we offered actpass, and the side that speaks first is the client (RFC 8842 §5.2).
    else if (remote === undefined || remote.role === "server") handshake("server").receive(datagram);
    return isExpected;
  };

  const receiveMedia = (datagram: Buffer): boolean => {
    if (association.phase !== "secure") return false;
    const { srtp } = association;
    if (isRtcp(datagram)) {
      const packet = srtp.unprotectRtcp(datagram);
      if (packet !== undefined) onRtcp(packet);
      return packet !== undefined;
    }
    const payload = srtp.unprotectRtp(datagram);
    if (payload !== undefined) onRtp(datagram, payload);
    return payload !== undefined;
  };

  return {
    get localCredentials() {
      return agent.local;
    },
    get connected() {
      return association.phase === "secure";
    },
    get lastCheckAt() {
      return agent.lastCheckAt;
    },
    setRemote: (next) => {
      if (remote !== undefined && !sameFingerprints(remote.fingerprints, next.fingerprints)) endAssociation("idle");
      remote = next;
      agent.setRemote(next.ice);
      verify();
      if (next.role === "client" && association.phase === "idle" && agent.selected !== undefined) handshake("client");
    },
    restartIce: agent.restart,
    expireConsent: agent.expireConsent,
    receive: (datagram, from, isKnown) => {
      const first = datagram[0] ?? 255; // RFC 7983 §7 distinguishes the protocols by the first byte
      // Counted separately, so that strangers cannot use up the far end's rate.
      if (!(isKnown ? rate.take() : unknownRates.take(from.address))) return true;
      if (first < 4) return agent.receive(datagram, from);
      if (first >= 20 && first < 64) return receiveDtls(datagram, from);
      return first >= 128 && first < 192 && receiveMedia(datagram);
    },
    sendRtp: (header, payload) => {
      if (association.phase !== "secure" || agent.selected === undefined) return false;
      const packet = association.srtp.protectRtp(header, payload);
      if (packet === undefined) return false;
      socket.send(packet, agent.selected);
      return true;
    },
    sendRtcp: (packet) => {
      if (association.phase !== "secure" || agent.selected === undefined) return;
      const report = association.srtp.protectRtcp(packet);
      if (report !== undefined) socket.send(report, agent.selected);
    },
    close: () => {
      endAssociation("closed");
      agent.close();
      socket.close();
    },
  };
}

const iceOf = ({ now, setTimeout, socket }: Pick<SecureTransportOptions, "now" | "setTimeout" | "socket">) => ({
  now,
  setTimeout,
  isFallback: ({ local }: TransportAddress) => socket.isFallback(local),
  send: (datagram: Buffer, to: TransportAddress) => socket.send(datagram, to),
  newName: socket.newName,
  dropName: socket.dropName,
  onAdmitted: socket.admit,
  onProven: socket.settle,
});

/** RFC 5761 §4: with rtcp-mux, packet types 192 to 223 are RTCP. */
function isRtcp(datagram: Buffer): boolean {
  const second = datagram[1] ?? 0;
  return second >= 192 && second <= 223;
}

function sameFingerprints(one: readonly Fingerprint[], other: readonly Fingerprint[]): boolean {
  return one.some((known) =>
    other.some(({ algorithm, value }) => algorithm === known.algorithm && value === known.value),
  );
}
