import type { Picture, Pictures } from "@callpanel/contract";
import type { ErrorSay } from "../../shared/api/api.ts";
import type { ChosenPicture } from "./pictureFile.ts";

/** The view of the dialog: the person's pictures, a new one being cropped, or the question before a deletion. */
export type PictureView =
  | { readonly kind: "choosing"; readonly error: ErrorSay | null }
  | { readonly kind: "framing"; readonly picture: ChosenPicture; readonly error: ErrorSay | null }
  | { readonly kind: "deleting"; readonly picture: Picture; readonly error: ErrorSay | null };

export type PictureAction =
  | { readonly type: "opened"; readonly picture: ChosenPicture }
  | { readonly type: "deletionAsked"; readonly picture: Picture }
  | { readonly type: "failed"; readonly error: ErrorSay }
  /** Done or cancelled: back to the pictures. */
  | { readonly type: "returned" };

export const FIRST_VIEW: PictureView = { kind: "choosing", error: null };

export function stepView(view: PictureView, action: PictureAction): PictureView {
  switch (action.type) {
    case "opened":
      return { kind: "framing", picture: action.picture, error: null };
    case "deletionAsked":
      return { kind: "deleting", picture: action.picture, error: null };
    case "failed":
      return { ...view, error: action.error };
    case "returned":
      return FIRST_VIEW;
  }
}

/** PICTURE-10: a choice shows before the server has responded. */
export function withShown(pictures: Pictures, id: number | null): Pictures {
  return {
    ...pictures,
    picture_type: id === null ? "initials" : "uploaded",
    data: pictures.data.map((one) => ({ ...one, isActive: one.id === id })),
  };
}
