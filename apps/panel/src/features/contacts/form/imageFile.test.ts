import { expect, it } from "vitest";
import { CONTACT_IMAGE } from "./imageFile.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it("ADDRESS-11 a file that starts like a PNG, JPEG or BMP may be a picture, any other is not", () => {
  const isPicture = (text: string) => CONTACT_IMAGE.isPicture(bytes(text));
  expect(["\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "BM6\x00"].map(isPicture)).toEqual([true, true, true]);
  expect(["GIF89a", "<svg>", "", "RIFF"].map(isPicture)).toEqual([false, false, false, false]);
});
