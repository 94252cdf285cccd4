/**
 * Addresses of this machine that no other process uses: a test that takes one port there knows that all others are free.
 * @param place another number, another address
 */
export const ownAddress = (place: number): string =>
  `127.${100 + place}.${(process.pid >> 8) & 255}.${process.pid & 255}`;
