import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Red on the left, blue on the right: tells whether a picture was turned. */
export function twoColours(width: number, height: number) {
  const half = sharp({ create: { width: Math.floor(width / 2), height, channels: 3, background: "#0000ff" } });
  return {
    file: async (format: "png" | "jpeg" | "gif" | "webp" | "tiff"): Promise<Buffer> => {
      const blue = await half.clone().png().toBuffer();
      return sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
        .composite([{ input: blue, left: Math.ceil(width / 2), top: 0 }])
        .toFormat(format)
        .toBuffer();
    },
  };
}

/** A whole and valid PNG of one bit a pixel, all black: a thousand times larger unpacked than packed. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits a pixel, grey, deflate, no filter, no interlace
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
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

/** Colour of one point of a picture, 0 to 255. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
