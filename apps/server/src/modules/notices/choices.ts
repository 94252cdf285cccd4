import type { ChatPresenceStore } from "../chat/index.ts";
import { CHAT_NOTICES, readSetting, type PersonalSettingStore } from "../personal-settings/index.ts";
import type { MessagePushDeps } from "./message-pushes.ts";

export interface ChoicesDeps {
  readonly settings: Pick<PersonalSettingStore, "read">;
  readonly presences: Pick<ChatPresenceStore, "chosenBusy">;
  /** Do not disturb of the phone. */
  readonly doNotDisturb: (userId: number) => boolean;
}

/** People's notification settings, from all their devices (CHATN-4). */
export function createChoices({ settings, presences, doNotDisturb }: ChoicesDeps): MessagePushDeps["choicesOf"] {
  return async (userIds) => {
    if (userIds.length === 0) return new Map();
    const [stored, busy] = [await settings.read(CHAT_NOTICES.name, userIds), await presences.chosenBusy(userIds)];
    return new Map(
      userIds.map((userId) => [
        userId,
        {
          settings: readSetting(CHAT_NOTICES, stored.get(userId)),
          doNotDisturb: doNotDisturb(userId),
          isBusy: busy.has(userId),
        },
      ]),
    );
  };
}
