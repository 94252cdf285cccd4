/** What the desk needs of meetings; loaded with the first one, so that a panel without video has nothing of it. */
export { createBrowserCapture, openBrowserMeeting, openInputs } from "@callpanel/meeting/browser";
export { followClient, followExternal } from "./meeting.follow.ts";
