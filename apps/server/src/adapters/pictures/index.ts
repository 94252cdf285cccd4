export { createPictureEncoders } from "./picture-encoder.ts";
