export { openRecordingFolder } from "./recording-folder.ts";
