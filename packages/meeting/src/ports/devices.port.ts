/** The browser's cameras and microphones: the part of `MediaDevices` that is used. */
export type Devices = Pick<
  MediaDevices,
  "getUserMedia" | "getDisplayMedia" | "enumerateDevices" | "addEventListener" | "removeEventListener"
>;
