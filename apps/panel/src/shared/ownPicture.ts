import { defineService } from "./service.ts";

/** The dialog of the person's own pictures (docs/spec/pictures.md), over any page. */
export interface OwnPictureDesk {
  open(): void;
}

export const OWN_PICTURE = defineService<OwnPictureDesk>("the person's own picture");
