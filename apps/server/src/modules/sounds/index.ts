export type { Conversion, ConvertSound } from "./convert-sound.port.ts";
export { FullError, type SoundFiles } from "./sound-files.port.ts";
export type { SoundIndex } from "./sound-index.port.ts";
export { openSoundStore } from "./sounds.service.ts";
