import { expect, it } from "vitest";
import { Vp8Descriptor } from "./vp8-descriptor.ts";

const vp8 = new Vp8Descriptor();
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const read = (text: string): boolean => vp8.read(hex(text), 0, hex(text).length);

it("VENG-3 descriptors of every length are read (RFC 7741 §4.2)", () => {
  expect(read("10 00")).toBe(true);
  expect(vp8).toMatchObject({
    length: 1,
    startsFrame: true,
    isKeyFrame: true,
    pictureId: -1,
    tl0PictureIndex: -1,
    temporalLayer: -1,
  });
  expect(read("90 80 11 01")).toBe(true);
  expect(vp8).toMatchObject({ length: 3, pictureId: 0x11, pictureIdBits: 7, isKeyFrame: false });
  expect(read("80 e0 92 34 56 a0 00")).toBe(true);
  expect(vp8).toMatchObject({
    length: 6,
    startsFrame: false,
    pictureId: 0x1234,
    pictureIdBits: 15,
    tl0PictureIndex: 0x56,
    temporalLayer: 2,
    layerSync: true,
  });
  expect(read("91 20 40 00")).toBe(true); // partition 1 does not start a frame
  expect(vp8).toMatchObject({ startsFrame: false, temporalLayer: 1, layerSync: false });
});

it("VENG-3 a key frame contains its size", () => {
  expect(read("90 80 11 10 00 00 9d012a c003 1c02 00")).toBe(true);
  expect(vp8).toMatchObject({ isKeyFrame: true, width: 960, height: 540 });
  expect(read("90 80 11 10 00 00 9d012b c003 1c02 00")).toBe(true); // another start code
  expect(vp8).toMatchObject({ isKeyFrame: true, width: 0, height: 0 });
});

it("VENG-1 a descriptor that passes its payload, or with nothing behind it, is refused", () => {
  for (const text of [
    "",
    "10",
    "80",
    "80 80",
    "80 80 80",
    "80 80 91",
    "80 40",
    "80 20",
    "90 80 11",
    "80 e0 92 34 56 a0",
  ]) {
    expect(read(text), text).toBe(false);
  }
});

it("VENG-3 a descriptor is written with other numbers, the picture id always with 15 bits", () => {
  const written = (text: string, pictureId: number, tl0PictureIndex: number): string => {
    expect(read(text)).toBe(true);
    const into = Buffer.alloc(20);
    return into.toString("hex", 3, 3 + vp8.write(into, 3, hex(text), 0, { pictureId, tl0PictureIndex }));
  };
  expect(written("80 e0 92 34 56 a7 00", 0x7fff, 0x101)).toBe("80e0ffff01a7");
  expect(written("90 e0 11 56 a7 00", 5, 9)).toBe("90e0800509a7");
  expect(written("90 80 11 00", 5, 9)).toBe("90808005");
  expect(written("90 60 56 a7 00", 5, 9)).toBe("906009a7"); // no picture id: none is put in
  expect(written("10 00", 5, 9)).toBe("10");
});
