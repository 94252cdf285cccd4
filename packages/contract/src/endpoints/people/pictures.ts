/** Profile pictures (spec 2 §7, pictures). What the spec leaves open is settled in docs/spec/pictures.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { BUDDY_PICTURE_PX, PICTURE_PX } from "../../limits.ts";

/** What is shown for a person: one of their pictures, or the initials of their name. */
export const pictureTypeSchema = z.enum(["uploaded", "initials"]);
export type PictureType = z.infer<typeof pictureTypeSchema>;

/** Spec 1 §3, profile picture. */
export const pictureSchema = z.object({
  id: z.number(),
  /** Whether it is the one that others see. */
  isActive: z.boolean(),
  /** When it was uploaded, ms since the epoch. */
  updatedAt: z.number(),
  pictureType: pictureTypeSchema,
  /** 256 px square; a path on the panel's host that never shows another picture. */
  url: z.string(),
});
export type Picture = z.infer<typeof pictureSchema>;

/** The user's pictures, newest first, and what is shown now. */
export const picturesSchema = z.object({
  picture_type: pictureTypeSchema,
  /** 64 px square, as buddies see it; null for initials. */
  pictureProfileUrl: z.nullable(z.string()),
  data: z.array(pictureSchema),
});
export type Pictures = z.infer<typeof picturesSchema>;

export const PICTURES_MAX = 12;
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;
export const PICTURE_MEDIA_TYPES = ["image/png", "image/jpeg", "image/gif"] as const;
export const PICTURE_SIZES_PX = [BUDDY_PICTURE_PX, PICTURE_PX] as const;

/** What the three formats open with. */
const SIGNATURES: ReadonlyArray<readonly number[]> = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38, 0x37, 0x61], // GIF87a
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], // GIF89a
];
export const PICTURE_SIGNATURE_BYTES = 8;

/** PICTURE-4: whether a file that opens so claims to be a PNG, JPEG or GIF; a decoder must say whether it is. */
export const isPictureFile = (opening: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => opening[at] === byte));

export const getPictures = defineEndpoint({
  method: "GET",
  path: "user_picture_profiles/metadata",
  summary: "The user's own pictures, newest first",
  access: "session",
  response: picturesSchema,
});

export const uploadPicture = defineEndpoint({
  method: "POST",
  path: "user_picture_profiles",
  summary: "Add a picture of the user and show it",
  access: "session",
  upload: { field: "file", maxBytes: PICTURE_MAX_BYTES, mediaTypes: PICTURE_MEDIA_TYPES },
  response: picturesSchema,
});

export const switchPictureType = defineEndpoint({
  method: "POST",
  path: "user_picture_profiles/switch_picture_type",
  summary: "Show the initials or a picture: that of `id`, else the newest",
  access: "session",
  body: z.object({ picture_type: pictureTypeSchema, id: z.optional(z.number()) }),
  response: picturesSchema,
});

export const deletePicture = defineEndpoint({
  method: "DELETE",
  path: "user_picture_profiles/{id}",
  summary: "Remove a picture of the user; if it was shown, the initials are",
  access: "session",
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  response: picturesSchema,
});

/** An <img> sends no token: the address itself cannot be guessed, and only signed-in colleagues get it. */
export const getPictureImage = defineEndpoint({
  method: "GET",
  path: "user_picture_profiles/{id}/image",
  summary: "A picture as JPEG, for everybody who has its address",
  access: "public",
  /** Not the number of the picture: the id in its `url`. */
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  query: z.object({ size: z._default(z.enum(["64", "256"]), "256") }),
  binary: "image/jpeg",
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
