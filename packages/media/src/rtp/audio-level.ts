/**
 * The audio level in a packet's header extension: decibels below full scale, 127 is silence (RFC 6464 §3). `header` is
 * the packet, with checked length; undefined without the extension.
 */
export function readAudioLevel(header: Buffer, id: number): number | undefined {
  const first = header[0] ?? 0;
  if ((first & EXTENSION) === 0) return undefined;
  const start = 12 + (first & 0x0f) * 4;
  const profile = header.readUInt16BE(start);
  const end = start + 4 + header.readUInt16BE(start + 2) * 4;
  if (profile !== ONE_BYTE && profile >> 4 !== TWO_BYTE) return undefined;
  const twoByte = profile !== ONE_BYTE;
  for (let at = start + 4; at < end;) {
    const tag = header[at] ?? 0;
    if (tag === 0) {
      at += 1; // padding
      continue;
    }
    const element = twoByte ? tag : tag >> 4;
    const length = twoByte ? (header[at + 1] ?? 0) : (tag & 0x0f) + 1;
    const content = at + (twoByte ? 2 : 1);
    if (element === id && length > 0 && content < end) return (header[content] ?? 0) & 0x7f;
    at = content + length;
  }
  return undefined;
}

const EXTENSION = 0x10;
const ONE_BYTE = 0xbede; // RFC 8285 §4.2
const TWO_BYTE = 0x100; // RFC 8285 §4.3: the last four bits are for the application
