/** What the desk needs of meetings; loaded with the first one, so that a panel without video has nothing of it. */
export { openBrowserMeeting, openInputs } from "@callpanel/meeting/browser";
export { openCapture } from "../room/openCapture.ts";
export { followClient, followExternal } from "./meeting.follow.ts";
