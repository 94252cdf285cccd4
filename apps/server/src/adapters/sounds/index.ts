export { openSoundFolder } from "./sound-folder.ts";
export { createSoundConverter } from "./sound-converter.ts";
export { withEarlierSounds } from "./earlier-sounds.ts";
export { createS3Sounds, S3RefusalError } from "./s3-sounds.ts";
export { openSoundCache } from "./sound-cache.ts";
