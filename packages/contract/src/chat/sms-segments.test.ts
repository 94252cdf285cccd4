import { describe, expect, it } from "vitest";
import { smsSegments } from "./sms-segments.ts";

/** TS 23.038 §6.2.1, by code: 0x00 to 0x7F without ESC (0x1B). */
const DEFAULT_ALPHABET = [
  "@£$¥èéùìòÇ\nØø\rÅå",
  "Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ",
  " !\"#¤%&'()*+,-./",
  "0123456789:;<=>?",
  "¡ABCDEFGHIJKLMNO",
  "PQRSTUVWXYZÄÖÑÜ§",
  "¿abcdefghijklmno",
  "pqrstuvwxyzäöñüà",
];
/** TS 23.038 §6.2.1.1 */
const EXTENSION = "\f^{}\\[~]|€";

describe("parts of a text message", () => {
  it("SMS-1 every character of the default alphabet is one septet, those of the extension table two", () => {
    expect(DEFAULT_ALPHABET.map(({ length }) => length)).toEqual([16, 15, 16, 16, 16, 16, 16, 16]);
    for (const character of DEFAULT_ALPHABET.join(""))
      expect(smsSegments(character), character).toEqual({ encoding: "gsm7", units: 1, segments: 1, left: 159 });
    for (const character of EXTENSION)
      expect(smsSegments(character), character).toEqual({ encoding: "gsm7", units: 2, segments: 1, left: 158 });
  });

  it.each([
    ["a capital cedilla, but not a small one", "Ç", "gsm7"],
    ["", "ç", "ucs2"],
    ["letters of French that are not in it", "ê", "ucs2"],
    ["", "œ", "ucs2"],
    ["Greek only where Latin has no such letter", "Α", "ucs2"],
    ["a curly apostrophe", "’", "ucs2"],
    ["a grave accent", "`", "ucs2"],
    ["a tab, ESC", "\t", "ucs2"],
    ["", "\u001b", "ucs2"],
    ["a letter with a combining accent", "e\u0301", "ucs2"],
  ])("SMS-1 %s: %j is %s", (_why, text, encoding) => {
    expect(smsSegments(text).encoding).toBe(encoding);
  });

  it.each([
    [0, 0, 160],
    [1, 1, 159],
    [160, 1, 0],
    [161, 2, 145],
    [306, 2, 0],
    [307, 3, 152],
    [1_530, 10, 0],
    [1_531, 11, 152],
  ])("SMS-1 %i septets are %i parts with %i left", (length, segments, left) => {
    expect(smsSegments("a".repeat(length))).toEqual({ encoding: "gsm7", units: length, segments, left });
  });

  it.each([
    [70, 1, 0],
    [71, 2, 63],
    [134, 2, 0],
    [135, 3, 66],
  ])("SMS-1 %i units of UCS-2 are %i parts with %i left", (length, segments, left) => {
    expect(smsSegments("ш".repeat(length))).toEqual({ encoding: "ucs2", units: length, segments, left });
  });

  it("SMS-1 one emoji makes of one part three", () => {
    expect(smsSegments("a".repeat(153)).segments).toBe(1);
    expect(smsSegments(`${"a".repeat(153)}🙂`)).toEqual({ encoding: "ucs2", units: 155, segments: 3, left: 46 });
  });

  it("SMS-2 an escape with its character, and a surrogate pair, stay in one part", () => {
    // The 153rd septet would be the escape: it moves to the second part, which leaves one septet of the first unused.
    expect(smsSegments(`${"a".repeat(152)}€${"a".repeat(10)}`)).toEqual({
      encoding: "gsm7",
      units: 164,
      segments: 2,
      left: 141,
    });
    // 304 units would fit into two parts of 153, but not with one lost to the escape.
    expect(smsSegments(`${"a".repeat(152)}€${"a".repeat(152)}`)).toMatchObject({ units: 306, segments: 3, left: 152 });
    expect(smsSegments(`${"ш".repeat(66)}🙂${"ш".repeat(10)}`)).toEqual({
      encoding: "ucs2",
      units: 78,
      segments: 2,
      left: 55,
    });
    expect(smsSegments(`${"a".repeat(158)}€`)).toMatchObject({ units: 160, segments: 1, left: 0 });
    expect(smsSegments(`${"a".repeat(159)}€`)).toMatchObject({ units: 161, segments: 2 });
  });

  it("SMS-1 a text of 100 KB is counted in one pass", () => {
    expect(smsSegments("€".repeat(100_000)).segments).toBe(Math.ceil(100_000 / 76));
  });
});
