/** What the desk needs of meetings; loaded with the first one, so that a panel without video has nothing of it. */
export { createBrowserCapture, openBrowserMeeting, openInputs } from "@callpanel/meeting/browser";
export { startHandover } from "../calls/handover.ts";
export { roomMessages } from "../room/room.messages.ts";
export { windowMessages } from "./window.messages.ts";
