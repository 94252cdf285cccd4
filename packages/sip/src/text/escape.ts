import { isClass } from "./chars.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

// A byte that is not UTF-8 becomes a lone low surrogate, so that writing the text again gives the same bytes.
const SURROGATE_OF_BYTE = 0xdc00;
const ESCAPE = /%[0-9A-Fa-f]{2}/g;

const byteOfSurrogate = (char: string): number | undefined => {
  const code = char.length === 1 ? char.charCodeAt(0) : 0;
  return code >= 0xdc80 && code < 0xdd00 ? code - SURROGATE_OF_BYTE : undefined;
};

const hex = (byte: number): string => `%${byte < 16 ? "0" : ""}${byte.toString(16).toUpperCase()}`;

/** Decodes `%HH`; the caller has checked that every `%` is followed by two hex digits. */
export const unescapeUri = (text: string): string => {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const codes = run.match(ESCAPE) ?? [];
    const bytes = Uint8Array.from(codes, (code) => Number.parseInt(code.slice(1), 16));
    return decodeUtf8(bytes, 0, bytes.length, (byte) => SURROGATE_OF_BYTE + byte) ?? "";
  });
};

/** Writes every character outside the class as `%HH` of its UTF-8 bytes. */
export const escapeUri = (text: string, bit: number): string => {
  let out = "";
  for (const char of text) {
    const byte = byteOfSurrogate(char);
    if (byte !== undefined) out += hex(byte);
    else if (isClass(char.charCodeAt(0), bit)) out += char;
    else for (const each of encodeUtf8(char)) out += hex(each);
  }
  return out;
};

/** Index after the run of class characters and well-formed escapes that starts at `start`. */
export const skipEscaped = (text: string, start: number, bit: number, end = text.length): number => {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 37) {
      if (at + 2 >= end || !isHex(text.charCodeAt(at + 1)) || !isHex(text.charCodeAt(at + 2))) return at;
      at += 3;
    } else if (isClass(code, bit)) at += 1;
    else return at;
  }
  return at;
};

const isHex = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
