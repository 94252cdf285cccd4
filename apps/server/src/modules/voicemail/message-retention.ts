import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { MessageWrites } from "./message-writes.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

const AT_ONCE = 100;

/** VM-64: removes expired messages, except archived ones and favourites. */
export function messageRetention({
  days,
  store,
  writes,
}: {
  readonly days: number | undefined;
  readonly store: Pick<VoicemailStore, "leftBefore">;
  readonly writes: Pick<MessageWrites, "erase">;
}): RetentionRule {
  return {
    name: "voicemail messages",
    days,
    removeBefore: async (at) => {
      const messages = await store.leftBefore(at, AT_ONCE);
      await writes.erase(messages);
      return messages.length;
    },
  };
}
