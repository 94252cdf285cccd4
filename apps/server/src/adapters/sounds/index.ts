export { openSoundFolder } from "./sound-folder.ts";
