/** A PNG made here: red on the left half, blue on the right. */
import { pngFile } from "@callpanel/testkit";

export function redAndBluePng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + width * 3); // opens with filter type 0
  for (let x = 0; x < width; x += 1) row[1 + x * 3 + (x < width / 2 ? 0 : 2)] = 255;
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return pngFile({ width, height, bits: 8, colour: "rgb", rows });
}
