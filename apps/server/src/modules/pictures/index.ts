export { pictureUrl } from "./pictures.model.ts";
export type { EncodedPicture } from "./pictures.model.ts";
export { picturesModule } from "./pictures.module.ts";
export { createPictureService, type DrawLogo, type EncodePicture, type PictureService } from "./pictures.service.ts";
export type { NewPicture, PictureStore } from "./pictures.store.ts";
