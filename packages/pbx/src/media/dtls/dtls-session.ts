import {
  CipherContext,
  DtlsClient,
  DtlsServer,
  HashAlgorithm,
  NamedCurveAlgorithm,
  SignatureAlgorithm,
  keyLength,
  saltLength,
} from "werift";
import type { SignatureHash, SrtpProfile, Transport } from "werift";
import { createHash, X509Certificate } from "node:crypto";

/** A certificate of our own and its key; one for all ports of a worker. */
export interface DtlsCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly signatureHash: SignatureHash;
  /** SHA-256, upper-case hex with colons, as `a=fingerprint` wants it. */
  readonly fingerprint: string;
}

/** SRTP keys from a finished handshake (RFC 5764 §4.2). */
export interface SrtpKeys {
  readonly profile: SrtpProfile;
  readonly localKey: Buffer;
  readonly localSalt: Buffer;
  readonly remoteKey: Buffer;
  readonly remoteSalt: Buffer;
}

export interface DtlsSession {
  /** Takes a datagram whose first byte is 20 to 63 (RFC 7983 §7). */
  receive(datagram: Buffer): void;
  close(): void;
}

export interface DtlsSessionOptions {
  readonly role: "client" | "server";
  readonly certificate: DtlsCertificate;
  readonly send: (datagram: Buffer) => void;
  readonly onFinished: (keys: SrtpKeys, remoteCertificate: Buffer) => void;
  readonly onFailed: (reason: string) => void;
}

const SRTP_PROFILES: SrtpProfile[] = [7, 1]; // AEAD_AES_128_GCM first: a third cheaper than AES_CM with HMAC-SHA1

export async function createDtlsCertificate(): Promise<DtlsCertificate> {
  const made = await CipherContext.createSelfSignedCertificateWithKey(
    { signature: SignatureAlgorithm.ecdsa_3, hash: HashAlgorithm.sha256_4 },
    NamedCurveAlgorithm.secp256r1_23,
  );
  return { ...made, fingerprint: certificateFingerprint(new X509Certificate(made.certPem).raw, "sha256") };
}

/** Digest of a DER certificate as `a=fingerprint` writes it (RFC 8122 §5). */
export function certificateFingerprint(der: Buffer, algorithm: string): string {
  const hex = createHash(algorithm).update(der).digest("hex").toUpperCase();
  return hex.match(/../g)?.join(":") ?? "";
}

export function startDtlsSession({ role, certificate, send, onFinished, onFailed }: DtlsSessionOptions): DtlsSession {
  const transport: Transport = {
    type: "udp",
    address: { address: "", family: "IPv4", port: 0 },
    closed: false,
    onData: () => undefined,
    send: async (datagram) => send(datagram),
    close: async () => undefined,
  };
  const options = {
    cert: certificate.certPem,
    key: certificate.keyPem,
    signatureHash: certificate.signatureHash,
    transport,
    srtpProfiles: SRTP_PROFILES,
    extendedMasterSecret: true,
    certificateRequest: true,
  };
  const socket = role === "server" ? new DtlsServer(options) : new DtlsClient(options);
  socket.onError.once((error) => onFailed(error.message));
  socket.onConnect.once(() => {
    const profile = socket.srtp.srtpProfile;
    const remoteCertificate = socket.remoteCertificate;
    if (profile === undefined || remoteCertificate === undefined) return onFailed("no SRTP profile");
    const keys = socket.extractSessionKeys(keyLength(profile), saltLength(profile));
    onFinished({ profile, ...keys }, remoteCertificate);
  });
  if (socket instanceof DtlsClient) socket.connect().catch((error: unknown) => onFailed(String(error)));
  return {
    receive: (datagram) => {
      try {
        transport.onData(datagram, ["", 0]);
      } catch {
        return; // a truncated record; RFC 6347 §4.1.2.7 drops it
      }
    },
    close: () => {
      transport.closed = true;
      socket.dtls.flight = Number.MAX_SAFE_INTEGER; // ends its retransmission loop
    },
  };
}
