/** The profile picture dialog; loaded when it is asked for. */
import { lazy } from "react";

export { PictureDialog } from "./PictureDialog.tsx";
export { openPicture } from "./pictureFile.ts";
export type { ChosenPicture, PictureKind } from "./pictureFile.ts";

/** Makes a square of a picture; what it is made with is loaded when it is asked for. */
export const Framing = lazy(async () => ({ default: (await import("./Framing.tsx")).Framing }));
