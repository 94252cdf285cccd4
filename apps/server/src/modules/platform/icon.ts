import { encodePng, type Rgba } from "./png.ts";

/** Pixels; 180 is the size of a home-screen icon, 192 and 512 are those of a web app manifest. */
export const ICON_SIZES = [16, 32, 48, 64, 128, 180, 192, 512] as const;

const GROUND: Rgba = [0x22, 0xaf, 0xed, 255]; // spec 2 §9, primary colour
const INK: Rgba = [0x00, 0x20, 0x2e, 255];
const CLEAR: Rgba = [0, 0, 0, 0];

/** Samples per side of each pixel, for antialiasing. */
const SAMPLES = 4;

/** The product's logo, a rounded tile with a dial pad of nine keys, in any size. */
export function drawIcon(size: number): Buffer {
  return encodePng(size, (x, y) => {
    const sum = [0, 0, 0, 0];
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
      const colour = colourOf(
        (x + ((sample % SAMPLES) + 0.5) / SAMPLES) / size,
        (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size,
      );
      colour.forEach((channel, index) => (sum[index] = (sum[index] ?? 0) + channel));
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = sum.map((channel) => Math.round(channel / SAMPLES ** 2));
    return [red, green, blue, alpha];
  });
}

/** The logo in a unit square. */
function colourOf(x: number, y: number): Rgba {
  if (!inRoundedSquare(x, y, 0.22)) return CLEAR;
  const column = Math.floor((x - 0.2) / 0.2);
  const row = Math.floor((y - 0.2) / 0.2);
  if (column < 0 || column > 2 || row < 0 || row > 2) return GROUND;
  return Math.hypot(x - (0.3 + column * 0.2), y - (0.3 + row * 0.2)) <= 0.07 ? INK : GROUND;
}

function inRoundedSquare(x: number, y: number, radius: number): boolean {
  const dx = Math.max(radius - x, x - (1 - radius), 0);
  const dy = Math.max(radius - y, y - (1 - radius), 0);
  return Math.hypot(dx, dy) <= radius;
}
