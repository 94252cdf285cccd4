/** DTMF in INFO, in the two forms that phones send (RFC 6086 defines no package for it). */
import type { DtmfDigit } from "@callpanel/media";

export interface PressedDigit {
  readonly digit: DtmfDigit;
  readonly durationMs: number;
}

/** Spec 2 §9: a DTMF tone lasts 0.2 s. */
export const DIGIT_MS = 200;
const SHORTEST_MS = 40; // ITU-T Q.24
const LONGEST_MS = 5_000;

const DIGITS: ReadonlyMap<string, DtmfDigit> = new Map(
  (["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#", "A", "B", "C", "D"] as const).map((digit) => [
    digit,
    digit,
  ]),
);

/**
 * Reads `application/dtmf-relay` (Signal and Duration lines) or `application/dtmf` (only the digit); undefined when
 * malformed.
 */
export function readDigit(contentType: string, body: string): PressedDigit | undefined {
  if (contentType === "application/dtmf") return pressed(body.trim(), undefined);
  const signal = /^\s*Signal\s*=\s*(\S+)\s*$/im.exec(body)?.[1];
  const duration = /^\s*Duration\s*=\s*([0-9]{1,6})\s*$/im.exec(body)?.[1];
  return signal === undefined ? undefined : pressed(signal, duration);
}

export function writeDigit({ digit, durationMs }: PressedDigit): string {
  return `Signal=${digit}\r\nDuration=${durationMs}\r\n`;
}

function pressed(signal: string, duration: string | undefined): PressedDigit | undefined {
  // Some phones send the event numbers of RFC 4733 for star and hash.
  const name = signal === "10" ? "*" : signal === "11" ? "#" : signal.toUpperCase();
  const digit = DIGITS.get(name);
  if (digit === undefined) return undefined;
  const wanted = duration === undefined ? DIGIT_MS : Number(duration);
  return { digit, durationMs: Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wanted)) };
}
