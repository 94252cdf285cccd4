import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";

/** The number of the person's own unread voicemail messages: for the badges of the menu and the softphone. */
export interface UnreadVoicemail extends Readable<number> {
  /** The expected count after a click, until the phone system reports it. */
  change(by: number): void;
  refresh(): void;
  /** The phone received the number of the person's own box (message-summary, RFC 3842). */
  tell(count: number): void;
}

export const UNREAD_VOICEMAIL = defineService<UnreadVoicemail>("unreadVoicemail");
