import { endpoints, type PICTURE_SIZES_PX } from "@callpanel/contract";
import { endpointUrl } from "../../kernel/http/endpoint-server.ts";

/** A picture without its bytes. */
export interface StoredPicture {
  readonly id: number;
  /** Part of its URL: new for each picture, and cannot be guessed. */
  readonly key: string;
  readonly isActive: boolean;
  /** Ms since the epoch. */
  readonly updatedAt: number;
}

/** A picture as it is stored and served: JPEG, square, 256 and 64 px. */
export interface EncodedPicture {
  readonly large: Uint8Array;
  readonly small: Uint8Array;
}

export type PictureSize = (typeof PICTURE_SIZES_PX)[number];

/** The URL of a picture; null without a picture. */
export function pictureUrl(key: string, size: PictureSize): string;
export function pictureUrl(key: string | null, size: PictureSize): string | null;
export function pictureUrl(key: string | null, size: PictureSize): string | null {
  return key === null ? null : `${endpointUrl(endpoints.getPictureImage).replace(":id", key)}?size=${size}`;
}
