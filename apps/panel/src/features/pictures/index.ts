/** The profile picture dialog; loaded on first use. */
import { lazy } from "react";

export { PictureDialog } from "./PictureDialog.tsx";
export { openPicture } from "./pictureFile.ts";
export type { ChosenPicture, PictureKind } from "./pictureFile.ts";

/** Makes a picture square; the code is loaded on first use. */
export const Framing = lazy(async () => ({ default: (await import("./Framing.tsx")).Framing }));
