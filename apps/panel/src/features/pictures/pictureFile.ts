import { AppError, isPictureFile, PICTURE_SIGNATURE_BYTES } from "@callpanel/contract";
import type { PanelErrorCode } from "@callpanel/contract";
import type { Size } from "./square.ts";

/** A chosen picture, decoded by the browser, rotated by its EXIF data. */
export interface ChosenPicture extends Size {
  readonly image: HTMLImageElement;
  /** Valid only in this page. */
  readonly url: string;
  /** Frees its memory. */
  release(): void;
}

/** The maximum file size. Only 256 px are sent, so this is more than the server accepts, but a browser can handle it. */
const FILE_MAX_MEGABYTES = 40;

/** The accepted picture types, by their first bytes, and the error for other files. */
export interface PictureKind {
  readonly isPicture: (opening: Uint8Array) => boolean;
  readonly refusal: PanelErrorCode;
}

const PROFILE_PICTURE: PictureKind = {
  isPicture: isPictureFile,
  refusal: "userPictureProfiles.errors.unvalidateImage",
};

/**
 * PICTURE-11: opens a file that is a picture by its content: by default a PNG, JPEG or GIF.
 * @throws AppError with the reason
 */
export async function openPicture(file: Blob, kind: PictureKind = PROFILE_PICTURE): Promise<ChosenPicture> {
  if (file.size > FILE_MAX_MEGABYTES * 1024 ** 2)
    throw new AppError("userPictureProfiles.errors.tooLarge", { megabytes: FILE_MAX_MEGABYTES });
  const opening = await openingOf(file);
  if (!kind.isPicture(opening)) throw new AppError(kind.refusal);
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (cause) {
    URL.revokeObjectURL(url);
    throw new AppError(kind.refusal, {}, { cause });
  }
  return {
    image,
    url,
    width: image.naturalWidth,
    height: image.naturalHeight,
    release: () => URL.revokeObjectURL(url),
  };
}

async function openingOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, PICTURE_SIGNATURE_BYTES).arrayBuffer());
  } catch (cause) {
    throw new AppError("userPictureProfiles.errors.unsupportedFileReader", {}, { cause });
  }
}
