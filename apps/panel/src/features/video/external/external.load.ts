/** What is loaded with the first meeting that is held elsewhere. */
export { loadExternalApi } from "./external-api.ts";
export { createExternalMeeting } from "./external-meeting.ts";
