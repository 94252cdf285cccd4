/** Pixels of a bitmap, three bytes each: red, green, blue, starting at the top left. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Limit, because a bitmap is decoded in one synchronous step. A file of 5 MB with 24 bits a pixel has 1.7 million. */
export const BITMAP_MOST_PIXELS = 6_000_000;

const FILE_HEADER_BYTES = 14;
const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

export const isBitmapFile = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d; // BM

interface Header {
  readonly width: number;
  readonly height: number;
  readonly fromTop: boolean;
  readonly bits: number;
  readonly paletteAt: number;
  readonly paletteEntryBytes: number;
  readonly pixelsAt: number;
  readonly masks: readonly [number, number, number];
}

/**
 * Reads a BMP file of Windows or OS/2, with 1 to 32 bits a pixel, without run-length encoding; undefined for any other
 * file.
 */
export function readBitmapFile(bytes: Uint8Array): Pixels | undefined {
  if (!isBitmapFile(bytes) || bytes.length < FILE_HEADER_BYTES + 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  if (header === undefined) return undefined;
  const { width, height, bits, pixelsAt } = header;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (width < 1 || height < 1 || width * height > BITMAP_MOST_PIXELS) return undefined;
  if (pixelsAt + rowBytes * height > bytes.length) return undefined;
  const data = new Uint8Array(width * height * 3);
  const draw = bits <= 8 ? paletteDrawer(bytes, header) : channelDrawer(view, header);
  for (let row = 0; row < height; row += 1) {
    const source = pixelsAt + rowBytes * (header.fromTop ? row : height - 1 - row);
    draw({ data, source, at: row * width * 3 });
  }
  return { data, width, height };
}

function readHeader(view: DataView): Header | undefined {
  const pixelsAt = view.getUint32(10, true);
  const headerBytes = view.getUint32(14, true);
  const paletteAt = FILE_HEADER_BYTES + headerBytes;
  // The first OS/2 header has 16-bit sizes and palette entries of three bytes.
  if (headerBytes === 12) {
    const bits = view.getUint16(24, true);
    const size = { width: view.getUint16(18, true), height: view.getUint16(20, true), fromTop: false };
    return [1, 4, 8, 24].includes(bits)
      ? { ...size, bits, paletteAt, paletteEntryBytes: 3, pixelsAt, masks: MASKS_24 }
      : undefined;
  }
  if (headerBytes < 40 || view.byteLength < FILE_HEADER_BYTES + headerBytes) return undefined;
  const height = view.getInt32(22, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const masks = masksOf(view, { bits, compression });
  if (masks === undefined || ![1, 4, 8, 16, 24, 32].includes(bits)) return undefined;
  const size = { width: view.getInt32(18, true), height: Math.abs(height), fromTop: height < 0 };
  return { ...size, bits, paletteAt, paletteEntryBytes: 4, pixelsAt, masks };
}

const MASKS_16 = [0x7c00, 0x03e0, 0x001f] as const;
const MASKS_24 = [0xff0000, 0x00ff00, 0x0000ff] as const;

function masksOf(
  view: DataView,
  { bits, compression }: { bits: number; compression: number },
): Header["masks"] | undefined {
  if (compression === UNCOMPRESSED) return bits === 16 ? MASKS_16 : MASKS_24;
  const hasMasks = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  if (!hasMasks || (bits !== 16 && bits !== 32) || view.byteLength < 66) return undefined;
  return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)];
}

interface Row {
  readonly data: Uint8Array;
  /** Where the row begins in the file, and in the output. */
  readonly source: number;
  readonly at: number;
}

/** With one to eight bits a pixel, values are indexes in a palette of blue, green, red. A missing entry is black. */
function paletteDrawer(bytes: Uint8Array, { width, bits, paletteAt, paletteEntryBytes, pixelsAt }: Header) {
  const entries = Math.min(2 ** bits, Math.max(0, Math.floor((pixelsAt - paletteAt) / paletteEntryBytes)));
  const perByte = 8 / bits;
  const most = 2 ** bits - 1;
  return ({ data, source, at }: Row): void => {
    for (let x = 0; x < width; x += 1) {
      const packed = bytes[source + Math.floor(x / perByte)] ?? 0;
      const place = (packed >> (8 - bits * ((x % perByte) + 1))) & most;
      if (place >= entries) continue;
      const entry = paletteAt + place * paletteEntryBytes;
      data[at + x * 3] = bytes[entry + 2] ?? 0;
      data[at + x * 3 + 1] = bytes[entry + 1] ?? 0;
      data[at + x * 3 + 2] = bytes[entry] ?? 0;
    }
  };
}

/** With sixteen bits and more, the pixel contains the channels, each under its mask. */
function channelDrawer(view: DataView, { width, bits, masks }: Header) {
  const channels = masks.map(channelOf);
  const step = bits / 8;
  const read = (at: number): number =>
    step === 2
      ? view.getUint16(at, true)
      : step === 4
        ? view.getUint32(at, true)
        : view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return ({ data, source, at }: Row): void => {
    for (let x = 0; x < width; x += 1) {
      const pixel = read(source + x * step);
      channels.forEach((channel, place) => {
        data[at + x * 3 + place] = channel(pixel);
      });
    }
  };
}

/** Reads the channel under a mask as a byte. */
function channelOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
