export { openSoundFolder } from "./sound-folder.ts";
export { createSoundConverter, type SoundConverterOptions } from "./sound-converter.ts";
