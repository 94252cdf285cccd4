/** Bytes `from` to `to`, the last one with them. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file that a Range header asks for (RFC 9110 §14): one range; several, or a unit that is not bytes, are
 * answered with the whole. `unsatisfiable`: it lies past the end.
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
  if (last !== "" && Number(last) < from) return "whole"; // §14.1.1: no range at all
  return from > end ? "unsatisfiable" : { from, to };
}
