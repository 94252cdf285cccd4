import type { DtmfDigit } from "../media.port.ts";

/** An RFC 4733 §2.3 event payload. */
export interface TelephoneEvent {
  readonly digit: DtmfDigit;
  readonly end: boolean;
  /** Length so far, in ticks of the event's clock. */
  readonly duration: number;
}

const DIGITS: readonly DtmfDigit[] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D"];
const END = 0x80;
const VOLUME = 10; // −10 dBm0, what every gateway sends
const MAX_DURATION = 0xffff;
const LENGTH = 4;

/** Undefined for an event that is not a DTMF digit (RFC 4733 §3.2 has more) and for a short payload. */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | undefined {
  const [event = 255, flags = 0, high = 0, low = 0] = payload;
  const digit = DIGITS[event];
  if (payload.length < LENGTH || digit === undefined) return undefined;
  return { digit, end: (flags & END) !== 0, duration: high * 256 + low };
}

export function telephoneEventPayload({ digit, end, duration }: TelephoneEvent): Uint8Array {
  const ticks = Math.min(duration, MAX_DURATION);
  return Uint8Array.of(DIGITS.indexOf(digit), VOLUME | (end ? END : 0), ticks >> 8, ticks & 0xff);
}

/** The same event with its duration in another clock; other payloads are returned unchanged. */
export function rescaleTelephoneEvent(payload: Uint8Array, fromRate: number, toRate: number): Uint8Array {
  if (fromRate === toRate || payload.length < LENGTH) return payload;
  const [event = 0, flags = 0, high = 0, low = 0] = payload;
  const ticks = Math.min(Math.round(((high * 256 + low) * toRate) / fromRate), MAX_DURATION);
  return Uint8Array.of(event, flags, ticks >> 8, ticks & 0xff);
}
