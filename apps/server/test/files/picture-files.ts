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

/** Colour of one point of a picture, 0 to 255. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
