/** Arithmetic of numbers that wrap (RFC 3550 §A.1, RFC 1982). */

/** How far `a` is ahead of `b`, of 16 bits: from -32,768 to 32,767. */
export function ahead16(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** How far `a` is ahead of `b`, of 32 bits. */
export function ahead32(a: number, b: number): number {
  return (a - b) | 0;
}

/** The number nearest to `near` whose last 16 bits are `value`. */
export function unwrap16(value: number, near: number): number {
  return near + ahead16(value, near & 0xffff);
}

/** The same for a number of `bits` bits. */
export function unwrapBits(value: number, near: number, bits: number): number {
  const range = 1 << bits;
  const ahead = (value - near) & (range - 1);
  return near + (ahead >= range / 2 ? ahead - range : ahead);
}
