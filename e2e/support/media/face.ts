/** A moving picture for a fake camera: one colour, with a bar that moves through it. */
import { writeFile } from "node:fs/promises";
import { seededRandom } from "@callpanel/testkit/random";

const LARGE = { width: 640, height: 360 } as const;
/** One layer only, and a quarter of the work. */
const SMALL = { width: 320, height: 180 } as const;
const FRAMES = 10;
const FRAMES_PER_SECOND = 10;
const BAR_ROWS = 24;

/** Full-range colours that a decoder can distinguish after VP8: far from each other in hue. */
export const FACES = {
  alice: [200, 40, 40],
  bob: [40, 170, 60],
  carol: [215, 190, 40],
  dave: [160, 50, 170],
  guest: [50, 70, 210],
} as const;
export type Rgb = readonly [number, number, number];

export interface CameraLook {
  /** How far the brightness of each pixel moves by chance, so that a picture takes as much bandwidth as it may. */
  readonly noise?: number;
  /** 320x180 in place of 640x360. */
  readonly isSmall?: boolean;
}

/** For journeys that look at no size of a picture: one layer, and a quarter of the work. Chromium's own test picture is as large as the page asks for, 1280x720. */
export const SMALL_CAMERA: CameraLook = { isSmall: true };

/** Writes YUV4MPEG2, 4:2:0, which Chromium's `--use-file-for-fake-video-capture` plays again and again. */
export async function writeFaceFile(path: string, rgb: Rgb, look: CameraLook = {}): Promise<void> {
  const { noise = 0, isSmall = false } = look;
  const size = isSmall ? SMALL : LARGE;
  const random = seededRandom(1);
  const header = `YUV4MPEG2 W${size.width} H${size.height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  const frames = Array.from({ length: FRAMES }, (_, at) => {
    const picture = frame(rgb, at, size);
    if (noise > 0) addNoise(picture.subarray(0, size.width * size.height), noise, random);
    return Buffer.concat([Buffer.from("FRAME\n"), picture]);
  });
  await writeFile(path, Buffer.concat([Buffer.from(header), ...frames]));
}

function addNoise(brightness: Buffer, noise: number, random: () => number): void {
  for (const [at, value] of brightness.entries())
    brightness[at] = Math.max(0, Math.min(255, value + (random() - 0.5) * 2 * noise));
}

function frame([r, g, b]: Rgb, at: number, { width, height }: typeof LARGE | typeof SMALL): Buffer {
  const luma = 0.299 * r + 0.587 * g + 0.114 * b;
  const brightness = Buffer.alloc(width * height, luma);
  const top = Math.floor((at / FRAMES) * (height - BAR_ROWS));
  brightness.fill(luma / 2, top * width, (top + BAR_ROWS) * width);
  const quarter = (width * height) / 4;
  return Buffer.concat([
    brightness,
    Buffer.alloc(quarter, 128 + (b - luma) * 0.564),
    Buffer.alloc(quarter, 128 + (r - luma) * 0.713),
  ]);
}
