import type { Readable } from "../store.ts";

/** The number of the person's own unread voicemail messages: for the badges of the menu and the softphone. */
export interface UnreadVoicemail extends Readable<number> {
  /** The expected count after a click, until the phone system reports it. */
  change(by: number): void;
  refresh(): void;
}
