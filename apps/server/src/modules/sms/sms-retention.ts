import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { CompanyLimits } from "../realm-settings/index.ts";

interface ExpiredSms {
  readonly messages: readonly number[];
  readonly files: readonly string[];
}

export interface SmsKeepingStore {
  /** Some messages of a company from before a time, with their files; those that wait to be sent are left out. */
  expired(realmId: number, before: number, most: number): Promise<ExpiredSms>;
  remove(expired: ExpiredSms): Promise<void>;
}

const AT_ONCE = 200;
const DAY_MS = 86_400_000;

/** SMS-90: removes text messages that are older than the company's limit. Their conversations stay, with who asked for no more. */
export function smsRetention({
  keeping,
  limits,
  sounds,
}: {
  readonly keeping: SmsKeepingStore;
  readonly limits: CompanyLimits;
  readonly sounds: Pick<SoundStore, "release">;
}): RetentionRule {
  return {
    name: "text messages",
    days: 0,
    removeBefore: async (now) => {
      for (const { realmId, limits: of } of await limits()) {
        if (of.smsDays === null) continue;
        const expired = await keeping.expired(realmId, now - of.smsDays * DAY_MS, AT_ONCE);
        if (expired.messages.length === 0) continue;
        for (const id of expired.files) await sounds.release({ kind: "chat", id });
        await keeping.remove(expired);
        return expired.messages.length;
      }
      return 0;
    },
  };
}
