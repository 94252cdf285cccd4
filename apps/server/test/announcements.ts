import type { AnnouncementDraft } from "../src/modules/announcements/index.ts";

/** An announcement without a sound. */
export const announcementDraft = (changes: Partial<AnnouncementDraft> = {}): AnnouncementDraft => ({
  number: "640",
  name: "Hours",
  pin: "1234",
  language: "en",
  postDestination: "",
  text: "",
  textType: "text",
  ttsLanguage: "en-US",
  voice: "",
  voiceCategory: "standard",
  pitch: 0,
  speed: 1,
  volumeGainDb: 0,
  ...changes,
});
