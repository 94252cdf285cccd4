/** Keys of the dial pad and their two tones (ITU-T Q.23). */

const ROWS_HZ = [697, 770, 852, 941] as const;
const COLUMNS_HZ = [1209, 1336, 1477] as const;
const PAD = ["123", "456", "789", "*0#"] as const;

/** A key as it is sent: 0–9, * and #; Enter counts as # (spec 1 §5). Undefined for any other key. */
export function digitOf(key: string): string | undefined {
  if (key === "Enter") return "#";
  return /^[0-9*#]$/.test(key) ? key : undefined;
}

/** Low and high frequency in Hz; undefined when it is no key of the pad. */
export function keyTones(digit: string): readonly [number, number] | undefined {
  const row = PAD.findIndex((keys) => keys.includes(digit));
  const low = ROWS_HZ[row];
  const high = COLUMNS_HZ[PAD[row]?.indexOf(digit) ?? -1];
  return digit !== "" && low !== undefined && high !== undefined ? [low, high] : undefined;
}
