/** Bytes `from` to `to`, inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file that a Range header requests (RFC 9110 §14). Only a single range is supported: the result is the
 * whole file for several ranges, or for a unit other than bytes. `unsatisfiable`: the range begins past the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  const end = size - 1;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { from: size - length, to: end };
  }
  const from = Number(first);
  const to = last === "" ? end : Math.min(Number(last), end);
  if (last !== "" && Number(last) < from) return "whole"; // §14.1.1: not a valid range
  return from > end ? "unsatisfiable" : { from, to };
}
