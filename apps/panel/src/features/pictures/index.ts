/** The profile picture dialog; loaded when it is asked for. */
export { PictureDialog } from "./PictureDialog.tsx";
