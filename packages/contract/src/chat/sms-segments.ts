/** How many parts a text message takes (3GPP TS 23.038 §6.2.1, TS 23.040 §9.2.3.24.1). */

/** The default alphabet without its extension table; ESC is no character of a text. */
const GSM_BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** The extension table: each takes two septets, ESC and its own. */
const GSM_EXTENSION = new Set("\f^{}\\[~]|€");

/** Units of one message, and of each part when there are more: the header of parts takes 6 bytes. */
const CAPACITY = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

export interface SmsSegments {
  readonly encoding: keyof typeof CAPACITY;
  /** Septets, or UTF-16 units. */
  readonly units: number;
  /** 0 for an empty text. */
  readonly segments: number;
  /** Units that still fit into the last part. */
  readonly left: number;
}

/** A character that takes two units is never split between parts. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text);
  const isGsm = characters.every((one) => GSM_BASIC.has(one) || GSM_EXTENSION.has(one));
  const encoding = isGsm ? "gsm7" : "ucs2";
  const sizes = characters.map((one) => (isGsm ? 1 + Number(GSM_EXTENSION.has(one)) : one.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part } = CAPACITY[encoding];
  if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, left: single - units };
  let segments = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > part) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, units, segments, left: part - filled };
}
