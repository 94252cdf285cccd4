export { createPictureEncoders, type PictureEncoders } from "./picture-encoder.ts";
