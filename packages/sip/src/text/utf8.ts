/** UTF-8 without TextDecoder: this package uses only the ECMAScript library, which does not have one. */

/** Bytes of the text in UTF-8; a lone surrogate counts as the three bytes of U+FFFD. */
export const utf8Length = (text: string): number => {
  // Nearly every body is ASCII; the regular expression detects that five times faster than a loop.
  if (!NOT_ASCII.test(text)) return text.length;
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    length += code < 0x800 ? 1 : 2;
    if (code >= 0xd800 && code < 0xdc00 && isLow(text.charCodeAt(at + 1))) at += 1;
  }
  return length;
};

const NOT_ASCII = /[\u0080-\uffff]/;

const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

const codePointLength = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

export const encodeUtf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(utf8Length(text));
  let to = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0xfffd;
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
    const length = codePointLength(code);
    if (length === 1) {
      bytes[to] = code;
    } else {
      bytes[to] = ((0xf00 >> length) & 0xff) | (code >> (6 * (length - 1)));
      for (let rest = 1; rest < length; rest += 1)
        bytes[to + rest] = 0x80 | ((code >> (6 * (length - 1 - rest))) & 0x3f);
    }
    to += length;
  }
  return bytes;
};

const FIRST_OF_LENGTH = [0, 0, 0x80, 0x800, 0x10000];

const sequenceLength = (lead: number): number => {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
};

/** The code point at `at`, or -1 when the bytes there are not UTF-8. */
const pointAt = (bytes: Uint8Array, at: number, end: number): number => {
  const lead = bytes[at] ?? 0;
  const length = sequenceLength(lead);
  if (length === 0 || at + length > end) return -1;
  if (length === 1) return lead;
  let point = lead & (0x7f >> length);
  for (let rest = 1; rest < length; rest += 1) {
    const byte = bytes[at + rest] ?? 0;
    if ((byte & 0xc0) !== 0x80) return -1;
    point = (point << 6) | (byte & 0x3f);
  }
  const tooShort = point < (FIRST_OF_LENGTH[length] ?? 0);
  return tooShort || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff ? -1 : point;
};

/** Turns one undecodable byte into a code unit. */
type Replace = (byte: number) => number;

/**
 * The text of the bytes from `start` to `end`, or undefined when they are not UTF-8; with `replace` each undecodable
 * byte becomes the code unit that it returns.
 */
export const decodeUtf8 = (bytes: Uint8Array, start = 0, end = bytes.length, replace?: Replace): string | undefined => {
  const parts: string[] = [];
  let codes: number[] = [];
  let at = start;
  while (at < end) {
    const point = pointAt(bytes, at, end);
    if (point === -1) {
      if (replace === undefined) return undefined;
      codes.push(replace(bytes[at] ?? 0));
      at += 1;
    } else {
      codes.push(point);
      at += codePointLength(point);
    }
    if (codes.length >= 4096) {
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  parts.push(String.fromCodePoint(...codes));
  return parts.join("");
};
