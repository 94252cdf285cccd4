import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
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

/** VM-65: their messages and greetings were removed with the owner; the sounds follow. */
export const soundsOfRemoved = ({
  store,
  sounds,
}: {
  readonly store: Pick<VoicemailStore, "holdersOfRemoved">;
  readonly sounds: Pick<SoundStore, "release">;
}): RetentionRule => ({
  name: "sounds of removed mailboxes",
  days: 0,
  removeBefore: async () => {
    const holders = await store.holdersOfRemoved(AT_ONCE);
    for (const holder of holders) await sounds.release(holder);
    return holders.length;
  },
});
