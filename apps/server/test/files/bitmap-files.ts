/**
 * A bitmap, red on its left half and blue on its right, as specified:
 * https://learn.microsoft.com/windows/win32/gdi/bitmap-storage
 */
export interface BitmapParts {
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly width: number;
  readonly height: number;
  readonly fromTop?: boolean;
  /** Red, green and blue of 16 bits. */
  readonly masks?: readonly [number, number, number];
  /** Wrong values for the header. */
  readonly said?: { readonly width: number; readonly height: number };
  readonly pixelsAt?: number;
  readonly compression?: number;
}

const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;

export function bitmap({
  bits,
  width,
  height,
  fromTop = false,
  masks,
  said,
  pixelsAt,
  compression,
}: BitmapParts): Buffer {
  const palette = bits <= 8 ? Buffer.from([0, 0, 255, 0, 255, 0, 0, 0]) : Buffer.alloc(0);
  const maskBytes = Buffer.alloc(masks === undefined ? 0 : 12);
  masks?.forEach((mask, at) => maskBytes.writeUInt32LE(mask, at * 4));
  const header = Buffer.alloc(54);
  header.write("BM", "ascii");
  header.writeUInt32LE(pixelsAt ?? 54 + palette.length + maskBytes.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(said?.width ?? width, 18);
  header.writeInt32LE(said?.height ?? (fromTop ? -height : height), 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression ?? (masks === undefined ? 0 : 3), 30);
  header.writeUInt32LE(palette.length / 4, 46);
  const row = Buffer.alloc(Math.ceil((width * bits) / 32) * 4);
  for (let x = 0; x < width; x += 1) drawPixel(row, { x, bits, isRed: x < width / 2, masks });
  return Buffer.concat([header, maskBytes, palette, ...Array.from({ length: height }, () => row)]);
}

function drawPixel(
  row: Buffer,
  {
    x,
    bits,
    isRed,
    masks = [0x7c00, 0x3e0, 0x1f],
  }: Pick<BitmapParts, "bits" | "masks"> & { x: number; isRed: boolean },
): void {
  const [r, g, b] = isRed ? RED : BLUE;
  if (bits <= 8) {
    const at = Math.floor((x * bits) / 8);
    row[at] = (row[at] ?? 0) | ((isRed ? 0 : 1) << (8 - bits - ((x * bits) % 8)));
  } else if (bits === 16) {
    row.writeUInt16LE((r > 0 ? masks[0] : 0) | (b > 0 ? masks[2] : 0), x * 2);
  } else {
    row.set([b, g, r], x * (bits / 8));
  }
}
