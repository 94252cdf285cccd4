import { pngFile } from "@callpanel/testkit";
import sharp from "sharp";

/** Red on the left, blue on the right: shows whether a picture was rotated. */
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

/** A complete and valid PNG with one bit a pixel, all black: a thousand times larger when decoded. */
export const hugePng = (width: number, height: number): Buffer =>
  pngFile({ width, height, bits: 1, colour: "grey", rows: Buffer.alloc(height * (1 + Math.ceil(width / 8))) });

/** A GIF of one pixel with this many pictures, 25 bytes each. */
export function longGif(pictures: number): Buffer {
  const screen = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff", "latin1");
  const shown = Buffer.from("\x21\xf9\x04\0\x01\0\0\0", "latin1");
  const picture = Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x4c\x01\0", "latin1");
  const all = Array.from({ length: pictures }, () => [shown, picture]).flat();
  return Buffer.concat([screen, ...all, Buffer.from("\x3b", "latin1")]);
}

/** Colour of one point of a picture, 0 to 255. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
