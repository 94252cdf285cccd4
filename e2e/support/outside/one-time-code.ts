/** One-time codes as an authenticator app makes them (RFC 6238, SHA-1, six digits, 30 s), written apart from the server's library. */
import { createHmac } from "node:crypto";
import jsQR from "jsqr";
import type { Locator } from "@playwright/test";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const stepAt = (ms: number): number => Math.floor(ms / 30_000);

export function codeOf(secret: string, step: number): string {
  const bits = secret
    .split("")
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** What a camera reads from a picture on the screen. */
export async function readQrCode(picture: Locator): Promise<string> {
  const { data, width, height } = await picture.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error("no image");
    await element.decode();
    const side = 400;
    const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
    const pen = canvas.getContext("2d");
    if (pen === null) throw new Error("no canvas");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, side, side);
    pen.drawImage(element, 0, 0, side, side);
    return { data: [...pen.getImageData(0, 0, side, side).data], width: side, height: side };
  });
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  if (code === null) throw new Error("the picture is no QR code that can be read");
  return code.data;
}
