import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** PNG §11.2.2: colour type. */
const COLOUR_TYPES = { grey: 0, rgb: 2 } as const;

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 8;
  readonly colour: keyof typeof COLOUR_TYPES;
  /** As they are packed; each begins with its filter type, 0 for no filter. */
  readonly rows: Uint8Array;
}

/** A PNG written by the book: deflated, not interlaced. */
export function pngFile({ width, height, bits, colour, rows }: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = COLOUR_TYPES[colour];
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
