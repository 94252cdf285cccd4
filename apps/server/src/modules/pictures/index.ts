export { pictureUrl } from "./pictures.model.ts";
export type { EncodedPicture } from "./pictures.model.ts";
export { createPicturesModule } from "./pictures.routes.ts";
export type { EncodePicture } from "./pictures.service.ts";
export type { PictureStore } from "./pictures.store.ts";
