/** A moving picture for a fake camera: one colour, with a bar that moves through it. */
import { writeFile } from "node:fs/promises";

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES = 10;
const FRAMES_PER_SECOND = 10;
const BAR_ROWS = 24;

/** Full-range colours that a decoder tells apart after VP8: far from each other in hue. */
export const FACES = { alice: [200, 40, 40], bob: [40, 170, 60], guest: [50, 70, 210] } as const;
export type Rgb = readonly [number, number, number];

/** Writes YUV4MPEG2, 4:2:0, which Chromium's `--use-file-for-fake-video-capture` plays again and again. */
export async function writeFaceFile(path: string, rgb: Rgb): Promise<void> {
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  const frames = Array.from({ length: FRAMES }, (_, at) => Buffer.concat([Buffer.from("FRAME\n"), frame(rgb, at)]));
  await writeFile(path, Buffer.concat([header, ...frames]));
}

function frame([r, g, b]: Rgb, at: number): Buffer {
  const luma = 0.299 * r + 0.587 * g + 0.114 * b;
  const brightness = Buffer.alloc(WIDTH * HEIGHT, luma);
  const top = Math.floor((at / FRAMES) * (HEIGHT - BAR_ROWS));
  brightness.fill(luma / 2, top * WIDTH, (top + BAR_ROWS) * WIDTH);
  const quarter = (WIDTH * HEIGHT) / 4;
  return Buffer.concat([
    brightness,
    Buffer.alloc(quarter, 128 + (b - luma) * 0.564),
    Buffer.alloc(quarter, 128 + (r - luma) * 0.713),
  ]);
}
