/** What was said in a meeting, for those who come later (MEET-24). */
import { MEETING_LIMITS, type MeetingMessage } from "@callpanel/contract";

/** Of all messages that are kept: what a newcomer gets has a limit. */
const MESSAGES_CHARS = 100_000;
/** Controls except tab and new line. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

export class KeptMessages {
  #kept: readonly MeetingMessage[] = [];
  #count = 0;

  get all(): readonly MeetingMessage[] {
    return this.#kept;
  }

  /** Undefined: nothing is left of it, or it is too long. */
  add(said: string, by: Pick<MeetingMessage, "from" | "name" | "at">): MeetingMessage | undefined {
    const text = said.replace(/\r\n?/g, "\n").replace(CONTROLS, "").trim();
    if (text === "" || text.length > MEETING_LIMITS.messageLength) return undefined;
    const message = { ...by, n: (this.#count += 1), text };
    let chars = 0;
    this.#kept = [...this.#kept, message]
      .toReversed()
      .filter((one, index) => (chars += one.text.length) <= MESSAGES_CHARS && index < MEETING_LIMITS.messages)
      .toReversed();
    return message;
  }

  forget(): void {
    this.#kept = [];
  }
}
