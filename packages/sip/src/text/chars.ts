/** Character classes of RFC 3261 §25.1, one bit each, for the ASCII range. */
export const TOKEN = 1;
export const USER = 2;
export const PASSWORD = 4;
export const URI_PARAM = 8;
export const URI_HEADER = 16;
export const HOST = 32;
export const WORD = 64;
export const DIGIT = 128;

const ALPHANUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MARK = "-_.!~*'()";
const UNRESERVED = ALPHANUM + MARK;

const CLASS = new Uint8Array(128);
const allow = (bit: number, chars: string): void => {
  for (let at = 0; at < chars.length; at += 1) {
    const code = chars.charCodeAt(at);
    CLASS[code] = (CLASS[code] ?? 0) | bit;
  }
};
allow(TOKEN, `${ALPHANUM}-.!%*_+\`'~`);
allow(USER, `${UNRESERVED}&=+$,;?/`);
allow(PASSWORD, `${UNRESERVED}&=+$,`);
allow(URI_PARAM, `${UNRESERVED}[]/:&+$`);
allow(URI_HEADER, `${UNRESERVED}[]/?:+$`);
// The underscore is not in the grammar of a host name, but names of containers and Windows machines have it.
allow(HOST, `${ALPHANUM}.-_`);
allow(WORD, `${ALPHANUM}-.!%*_+\`'~()<>:\\"/[]?{}`);
allow(DIGIT, "0123456789");

export const isClass = (code: number, bit: number): boolean => code < 128 && ((CLASS[code] ?? 0) & bit) !== 0;

/** First index at or after `start`, below `end`, whose character is not of the class. */
export const skipClass = (text: string, start: number, bit: number, end = text.length): number => {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code >= 128 || ((CLASS[code] ?? 0) & bit) === 0) break;
    at += 1;
  }
  return at;
};

export const isAll = (text: string, bit: number): boolean => text.length > 0 && skipClass(text, 0, bit) === text.length;

export const isToken = (text: string): boolean => isAll(text, TOKEN);

/** First index at or after `start` that is not a space or tab (folded lines are already joined by a space). */
export const skipSpace = (text: string, start: number): number => {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9) break;
    at += 1;
  }
  return at;
};

/** The text without spaces and tabs at both ends; `trim` would remove other white space too, such as a byte order mark. */
export const trimSpace = (text: string): string => {
  const start = skipSpace(text, 0);
  let end = text.length;
  while (end > start) {
    const code = text.charCodeAt(end - 1);
    if (code !== 32 && code !== 9) break;
    end -= 1;
  }
  return text.slice(start, end);
};

/** A number that consists only of digits, at most `max`; leading zeros are accepted. */
export const parseDigits = (text: string, max: number): number | undefined => {
  if (!isAll(text, DIGIT)) return undefined;
  const value = Number(text);
  return value <= max ? value : undefined;
};
