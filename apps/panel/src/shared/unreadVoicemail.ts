import type { Readable } from "./store.ts";

/** How many voicemail messages of one's own are unread: the menu's badge, and the softphone's. */
export interface UnreadVoicemail extends Readable<number> {
  /** What a click foresees, until the phone system says it. */
  change(by: number): void;
  refresh(): void;
}
