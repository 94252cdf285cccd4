import type { EncodedPicture, PictureSize, StoredPicture } from "./pictures.model.ts";

/** Pictures of all people. When a promise resolves, the change is durable. */
export interface PictureStore {
  /** Newest first. */
  picturesOf(userId: number): Promise<readonly StoredPicture[]>;
  /** Adds a picture and makes it active; false when the user already has `limit` pictures. */
  add(picture: NewPicture): Promise<boolean>;
  /** Makes one picture of the user active, or none; false when the user has no such picture. */
  show(userId: number, id: number | null): Promise<boolean>;
  /** False when the user has no such picture. */
  remove(userId: number, id: number): Promise<boolean>;
  image(key: string, size: PictureSize): Promise<Uint8Array | undefined>;
}

/** A picture to add. */
export interface NewPicture extends EncodedPicture {
  readonly userId: number;
  readonly key: string;
  readonly updatedAt: number;
  readonly limit: number;
}
