import { AppError, CROP_JPEG_QUALITY, PICTURE_PX } from "@callpanel/contract";

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a rotated picture, in its pixels; it may extend beyond the edges. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** The rotation after a turn to the left or right. */
export function turned(turn: Turn, by: "left" | "right"): Turn {
  const turns: readonly Turn[] = [0, 90, 180, 270];
  return turns[(turns.indexOf(turn) + (by === "right" ? 1 : 3)) % turns.length] ?? 0;
}

/** The size of a picture after a rotation. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** PICTURE-12: the smallest square around the whole rotated picture, with the picture in the middle. */
export function wholeArea(size: Size, turn: Turn): Area {
  const { width, height } = turnedSize(size, turn);
  const side = Math.max(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

export interface SquareOf {
  readonly image: CanvasImageSource;
  readonly size: Size;
  readonly turn: Turn;
  readonly area: Area;
}

/**
 * PICTURE-12: the area as a JPEG of 256 px, on white where it reaches beyond the picture or shines through.
 * @throws AppError when the browser cannot draw it
 */
export function drawSquare({ image, size, turn, area }: SquareOf): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_PX;
  canvas.height = PICTURE_PX;
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.reject(new AppError("userPictureProfiles.errors.unvalidateImage"));
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, PICTURE_PX, PICTURE_PX);
  pen.imageSmoothingQuality = "high";
  const { width, height } = turnedSize(size, turn);
  pen.scale(PICTURE_PX / area.width, PICTURE_PX / area.height);
  pen.translate(width / 2 - area.x, height / 2 - area.y);
  pen.rotate((turn * Math.PI) / 180);
  pen.drawImage(image, -size.width / 2, -size.height / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new AppError("userPictureProfiles.errors.unvalidateImage"));
        else resolve(blob);
      },
      "image/jpeg",
      CROP_JPEG_QUALITY,
    );
  });
}
