import type { ChatFile } from "@callpanel/contract";

const UNITS = ["B", "KB", "MB"] as const;

/** `12 KB`, `3.4 MB` */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? "B"}`;
}

/** Pictures of a message are no larger than this; the space is reserved before they are loaded, px. */
const MOST = { width: 360, height: 240 } as const;

/** How large a picture is in a message, px. */
export function pictureSize({ width, height }: Pick<ChatFile, "width" | "height">) {
  const whole = { width: width ?? MOST.width, height: height ?? MOST.height };
  const scale = Math.min(1, MOST.width / whole.width, MOST.height / whole.height);
  return { width: Math.round(whole.width * scale), height: Math.round(whole.height * scale) };
}
