export { pictureUrl } from "./pictures.model.ts";
export type { EncodedPicture } from "./pictures.model.ts";
export { picturesModule } from "./pictures.module.ts";
export type { DrawLogo, EncodePicture } from "./pictures.service.ts";
export type { PictureStore } from "./pictures.store.ts";
