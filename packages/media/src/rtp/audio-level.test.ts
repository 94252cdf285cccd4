import { describe, expect, test } from "vitest";
import { readAudioLevel } from "./audio-level.ts";

function packet(profile: number, body: readonly number[], csrcs = 0): Buffer {
  const extension = Buffer.alloc(4 + Math.ceil(body.length / 4) * 4);
  extension.writeUInt16BE(profile, 0);
  extension.writeUInt16BE((extension.length - 4) / 4, 2);
  extension.set(body, 4);
  const header = Buffer.alloc(12 + csrcs * 4);
  header[0] = 0x90 | csrcs;
  return Buffer.concat([header, extension, Buffer.from("sound")]);
}

describe("the audio level", () => {
  test("MEDIA-68 is read from either form of header extension, without its voice bit", () => {
    expect(readAudioLevel(packet(0xbede, [0x10, 0x80 | 30]), 1)).toBe(30);
    expect(readAudioLevel(packet(0xbede, [0x22, 1, 2, 3, 0, 0x10, 127], 2), 1)).toBe(127);
    expect(readAudioLevel(packet(0x1000, [1, 1, 12]), 1)).toBe(12);
  });

  test("MEDIA-68 is undefined without the extension, with another id, or when the packet has wrong lengths", () => {
    expect(readAudioLevel(Buffer.alloc(20, 0x80), 1)).toBeUndefined();
    expect(readAudioLevel(packet(0xbede, [0x20, 30]), 1)).toBeUndefined();
    expect(readAudioLevel(packet(0xabcd, [0x10, 30]), 1)).toBeUndefined();
    expect(readAudioLevel(packet(0xbede, [0x0f, 0, 0, 0x10]), 1)).toBeUndefined();
    expect(readAudioLevel(packet(0x1000, [1, 0, 1, 0]), 1)).toBeUndefined();
  });
});
