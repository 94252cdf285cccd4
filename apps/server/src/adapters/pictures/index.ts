export { createPictureEncoder } from "./picture-encoder.ts";
