import { createByteReader, uint, vector } from "./byte-reader.ts";
import { SIGNATURE } from "./certificate.ts";
import { DtlsFault } from "./dtls-fault.ts";
import { DTLS_1_2 } from "./record-layer.ts";

/** Handshake messages of TLS 1.2 (RFC 5246 §7.4), as far as DTLS-SRTP with ECDHE-ECDSA needs them. */

export const MESSAGE = {
  clientHello: 1,
  serverHello: 2,
  helloVerifyRequest: 3,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
} as const;

export const RANDOM_BYTES = 32;
const SUITE = 0xc02b; // TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, which every peer has (RFC 8827 §6.5)
const SECP256R1 = 23;
const NAMED_CURVE = 3;
const EXTENSION = {
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  useSrtp: 14,
  extendedMasterSecret: 23,
  renegotiation: 0xff01,
} as const;
const EMPTY = Buffer.alloc(0);
const UNCOMPRESSED = Buffer.from([1, 0]);
const NO_RENEGOTIATION = Buffer.from([0]);

export interface ClientHello {
  readonly random: Buffer;
  readonly srtpProfiles: readonly number[];
  /** Whether a response may have `renegotiation_info` (RFC 5746 §3.6). */
  readonly knowsRenegotiation: boolean;
}

/** Throws when the client has nothing in common with us. */
export function readClientHello(body: Buffer): ClientHello {
  const reader = createByteReader(body);
  reader.number(2); // 1.2 also from a client with 1.3 (RFC 9147 §5.3)
  const random = reader.bytes(RANDOM_BYTES);
  reader.vector(1); // session
  reader.vector(1); // cookie
  const suites = numbers(reader.vector(2));
  reader.vector(1); // compression
  const extensions = readExtensions(reader.atEnd ? EMPTY : reader.vector(2));
  const groups = extensions.get(EXTENSION.supportedGroups);
  if (!suites.includes(SUITE)) throw new DtlsFault("handshakeFailure", "no common cipher suite");
  if (groups === undefined || !numbers(createByteReader(groups).vector(2)).includes(SECP256R1)) {
    throw new DtlsFault("handshakeFailure", "no common curve");
  }
  requireExtendedMasterSecret(extensions);
  return {
    random,
    srtpProfiles: readSrtpProfiles(extensions),
    knowsRenegotiation: extensions.has(EXTENSION.renegotiation) || suites.includes(0x00ff),
  };
}

export function clientHello(random: Buffer, cookie: Buffer, srtpProfiles: readonly number[]): Buffer {
  const schemes = Object.values(SIGNATURE).map((scheme) => uint(2, scheme));
  return Buffer.concat([
    uint(2, DTLS_1_2),
    random,
    vector(1), // no session to resume
    vector(1, cookie),
    vector(2, uint(2, SUITE)),
    vector(1, uint(1, 0)), // no compression
    vector(
      2,
      extension(EXTENSION.supportedGroups, vector(2, uint(2, SECP256R1))),
      extension(EXTENSION.pointFormats, UNCOMPRESSED),
      extension(EXTENSION.signatureAlgorithms, vector(2, ...schemes)),
      srtpExtension(srtpProfiles),
      extension(EXTENSION.extendedMasterSecret, EMPTY),
      extension(EXTENSION.renegotiation, NO_RENEGOTIATION),
    ),
  ]);
}

export function readHelloVerifyRequest(body: Buffer): { readonly cookie: Buffer } {
  const reader = createByteReader(body);
  reader.number(2);
  return { cookie: reader.vector(1) };
}

export function readServerHello(body: Buffer): { readonly random: Buffer; readonly srtpProfiles: readonly number[] } {
  const reader = createByteReader(body);
  const version = reader.number(2);
  const random = reader.bytes(RANDOM_BYTES);
  reader.vector(1);
  if (version !== DTLS_1_2 || reader.number(2) !== SUITE) {
    throw new DtlsFault("illegalParameter", "the server chose what was not offered");
  }
  reader.number(1);
  const extensions = readExtensions(reader.atEnd ? EMPTY : reader.vector(2));
  requireExtendedMasterSecret(extensions);
  return { random, srtpProfiles: readSrtpProfiles(extensions) };
}

export function serverHello(random: Buffer, srtpProfile: number, client: ClientHello): Buffer {
  return Buffer.concat([
    uint(2, DTLS_1_2),
    random,
    vector(1),
    uint(2, SUITE),
    uint(1, 0),
    vector(
      2,
      extension(EXTENSION.extendedMasterSecret, EMPTY),
      extension(EXTENSION.pointFormats, UNCOMPRESSED),
      srtpExtension([srtpProfile]),
      ...(client.knowsRenegotiation ? [extension(EXTENSION.renegotiation, NO_RENEGOTIATION)] : []),
    ),
  ]);
}

/** The far end's own certificate, the first of its chain. */
export function readCertificate(body: Buffer): Buffer {
  const chain = createByteReader(createByteReader(body).vector(3));
  if (chain.atEnd) throw new DtlsFault("badCertificate", "the far end has no certificate");
  return chain.vector(3);
}

export function certificate(der: Buffer): Buffer {
  return vector(3, vector(3, der));
}

export interface ServerKeyExchange {
  /** The part that is signed, after both randoms. */
  readonly parameters: Buffer;
  readonly point: Buffer;
  readonly scheme: number;
  readonly signature: Buffer;
}

export function readServerKeyExchange(body: Buffer): ServerKeyExchange {
  const reader = createByteReader(body);
  if (reader.number(1) !== NAMED_CURVE || reader.number(2) !== SECP256R1) {
    throw new DtlsFault("illegalParameter", "the server chose a curve that was not offered");
  }
  const point = reader.vector(1);
  return { parameters: keyParameters(point), point, scheme: reader.number(2), signature: reader.vector(2) };
}

/** The server's ECDHE parameters, as they are sent and signed (RFC 8422 §5.4). */
export function keyParameters(point: Buffer): Buffer {
  return Buffer.concat([uint(1, NAMED_CURVE), uint(2, SECP256R1), vector(1, point)]);
}

/** The end of a ServerKeyExchange, and the whole of a CertificateVerify (RFC 5246 §4.7). */
export function signatureOf(scheme: number, signature: Buffer): Buffer {
  return Buffer.concat([uint(2, scheme), vector(2, signature)]);
}

export function readCertificateVerify(body: Buffer): { readonly scheme: number; readonly signature: Buffer } {
  const reader = createByteReader(body);
  return { scheme: reader.number(2), signature: reader.vector(2) };
}

export function certificateRequest(): Buffer {
  const schemes = Object.values(SIGNATURE).map((scheme) => uint(2, scheme));
  return Buffer.concat([vector(1, Buffer.from([64, 1])), vector(2, ...schemes), vector(2)]); // ecdsa_sign, rsa_sign; any issuer
}

export function readClientKeyExchange(body: Buffer): Buffer {
  return createByteReader(body).vector(1);
}

export function clientKeyExchange(point: Buffer): Buffer {
  return vector(1, point);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([uint(2, type), vector(2, content)]);
}

function srtpExtension(profiles: readonly number[]): Buffer {
  return extension(
    EXTENSION.useSrtp,
    Buffer.concat([vector(2, ...profiles.map((profile) => uint(2, profile))), vector(1)]),
  );
}

function readExtensions(content: Buffer): ReadonlyMap<number, Buffer> {
  const reader = createByteReader(content);
  const extensions = new Map<number, Buffer>();
  while (!reader.atEnd) extensions.set(reader.number(2), reader.vector(2));
  return extensions;
}

function readSrtpProfiles(extensions: ReadonlyMap<number, Buffer>): readonly number[] {
  const content = extensions.get(EXTENSION.useSrtp);
  if (content === undefined) throw new DtlsFault("handshakeFailure", "the far end does not offer SRTP");
  return numbers(createByteReader(content).vector(2));
}

/** Without it a handshake could be combined with another one (RFC 7627 §1); every WebRTC peer supports it. */
function requireExtendedMasterSecret(extensions: ReadonlyMap<number, Buffer>): void {
  if (!extensions.has(EXTENSION.extendedMasterSecret)) {
    throw new DtlsFault("handshakeFailure", "the far end has no extended master secret");
  }
}

function numbers(content: Buffer): readonly number[] {
  const reader = createByteReader(content);
  const found: number[] = [];
  while (!reader.atEnd) found.push(reader.number(2));
  return found;
}
