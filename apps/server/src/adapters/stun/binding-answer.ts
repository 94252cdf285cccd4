import { ATTRIBUTE, errorCode, readStun, STUN, writeStun, xorMapped, type StunAttribute } from "@callpanel/media";

/** Source address of a datagram. */
export interface Sender {
  readonly address: string;
  readonly port: number;
}

/** RFC 8489 §6.1: a size that is never fragmented; binding requests are much smaller. */
const MOST_BYTES = 548;
const UNKNOWN_ATTRIBUTE = 420;
/** Attributes from here on may be ignored by a server that does not know them. */
const OPTIONAL_FROM = 0x8000;
/** Attributes of authentication and ICE, RFC 8489 §18.3 and RFC 8445 §16.1: without effect on an open server. */
const IGNORED: ReadonlySet<number> = new Set([0x0006, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e, 0x0024, 0x0025]);

/** The response to a Binding request; undefined for any other datagram. */
export function answerBinding(datagram: Buffer, from: Sender): Buffer | undefined {
  const request = datagram.length > MOST_BYTES ? undefined : readStun(datagram);
  if (request?.type !== STUN.request) return undefined;
  const { transactionId, attributes, hasFingerprint } = request;
  const unknown = attributes.map(({ type }) => type).filter((type) => type < OPTIONAL_FROM && !IGNORED.has(type));
  const answer = (type: number, ...told: StunAttribute[]): Buffer =>
    writeStun({ type, transactionId, attributes: told, hasFingerprint });
  return unknown.length === 0
    ? answer(STUN.success, {
        type: ATTRIBUTE.xorMappedAddress,
        value: xorMapped(from.address, from.port, transactionId),
      })
    : answer(
        STUN.error,
        { type: ATTRIBUTE.errorCode, value: errorCode(UNKNOWN_ATTRIBUTE) },
        { type: ATTRIBUTE.unknownAttributes, value: typeList(unknown) },
      );
}

function typeList(types: readonly number[]): Buffer {
  const bytes = Buffer.alloc(types.length * 2);
  for (const [at, type] of types.entries()) bytes.writeUInt16BE(type, at * 2);
  return bytes;
}
