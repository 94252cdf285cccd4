// oxlint-disable-next-line typescript/triple-slash-reference -- every compilation of this file must see the ambient types
/// <reference path="./smpp-library.d.ts" />
import { smsSegments } from "@callpanel/contract";
import smpp from "smpp";

export interface SmppTextOptions {
  /** Of the parts of one message: the same in each try to send it, so that a phone that gets a part twice shows it once. */
  readonly reference: number;
  /** Bytes of the reference (3GPP TS 23.040 §9.2.3.24.1 and .8). */
  readonly referenceBytes: 1 | 2;
}

export interface SmppText {
  /** 0: the GSM 7-bit alphabet, one septet in a byte. 8: UTF-16, big-endian. */
  readonly dataCoding: 0 | 8;
  /** Each with its header if there are several. */
  readonly parts: readonly Buffer[];
  readonly whole: Buffer;
}

const BYTES = 140;
const SEPTETS = 160;

/** SMS-63: the parts of a text. */
export function smppText(text: string, { reference, referenceBytes }: SmppTextOptions): SmppText {
  const isGsm = smsSegments(text).encoding === "gsm7";
  const bytesOf = (characters: string): Buffer =>
    isGsm ? smpp.encodings.ASCII.encode(characters) : Buffer.from(characters, "utf16le").swap16();
  const dataCoding = isGsm ? 0 : 8;
  const whole = bytesOf(text);
  if (whole.length <= (isGsm ? SEPTETS : BYTES)) return { dataCoding, parts: [whole], whole };
  const headerBytes = 5 + referenceBytes;
  const room = isGsm ? Math.floor(((BYTES - headerBytes) * 8) / 7) : BYTES - headerBytes;
  const pieces: Buffer[][] = [[]];
  let filled = 0;
  for (const character of text) {
    const bytes = bytesOf(character);
    if (filled + bytes.length > room) {
      pieces.push([]);
      filled = 0;
    }
    pieces.at(-1)?.push(bytes);
    filled += bytes.length;
  }
  const parts = pieces.map((piece, n) =>
    Buffer.concat([header({ reference, referenceBytes, total: pieces.length, n: n + 1 }), ...piece]),
  );
  return { dataCoding, parts, whole };
}

function header({ reference, referenceBytes, total, n }: SmppTextOptions & { total: number; n: number }): Buffer {
  return referenceBytes === 1
    ? Buffer.from([5, 0x00, 3, reference & 0xff, total, n])
    : Buffer.from([6, 0x08, 4, (reference >> 8) & 0xff, reference & 0xff, total, n]);
}
