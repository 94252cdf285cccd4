import type { PictureKind } from "../../pictures/index.ts";

/** The first bytes of the three formats: PNG, JPEG, BMP. */
const SIGNATURES: ReadonlyArray<readonly number[]> = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x42, 0x4d],
];

/** ADDRESS-11: the first bytes of PNG, JPEG and BMP; the browser's decoder checks the rest. */
export const CONTACT_IMAGE: PictureKind = {
  isPicture: (opening) => SIGNATURES.some((signature) => signature.every((byte, at) => opening[at] === byte)),
  refusal: "contacts.field.image",
};
