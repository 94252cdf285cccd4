import type { EncodedPicture, PictureSize, StoredPicture } from "./pictures.model.ts";

/** Everybody's pictures. What a call resolved to is durable. */
export interface PictureStore {
  /** Newest first. */
  picturesOf(userId: number): Promise<readonly StoredPicture[]>;
  /** Adds a picture and shows it; false when the user has `limit` already. */
  add(picture: EncodedPicture & PictureOf & { readonly limit: number }): Promise<boolean>;
  /** Shows a picture of the user instead of what was shown, or none; false when the user has no such picture. */
  show(userId: number, id: number | null): Promise<boolean>;
  /** False when the user has no such picture. */
  remove(userId: number, id: number): Promise<boolean>;
  image(key: string, size: PictureSize): Promise<Uint8Array | undefined>;
}

interface PictureOf {
  readonly userId: number;
  readonly key: string;
  readonly updatedAt: number;
}
