import type { CurrentUser, RealtimeEvent } from "@callpanel/contract";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { Reload } from "../../shared/live/reload.ts";
import { rowsKey } from "./rowsKey.ts";

const FEATURES = { dnd: "do_not_disturb", forward: "forward", followme: "follow_me" } as const;

/** The setting that an event is about; null if it is not a setting of this person. */
export function settingOf(event: RealtimeEvent, user: CurrentUser | null): string | null {
  if (event.action !== "PRESENCE_FEATURE" && event.action !== "SETTING") return null;
  if (event.exten !== user?.extension || event.realm !== user.realm) return null;
  return event.action === "SETTING" ? event.setting : FEATURES[event.feature];
}

/** SET-7: a shown setting is loaded again when it was changed elsewhere. `user`: null until the signed-in person is known. */
export function settingReload(user: () => CurrentUser | null): Reload {
  return {
    keysOf(event) {
      const setting = settingOf(event, user());
      return setting === null ? [] : [rowsKey(setting)];
    },
    all: [["settings"]],
    gatherMs: 0,
  };
}

export interface ProfileEventsDeps {
  readonly events: Pick<LiveEvents, "listen">;
  readonly user: () => CurrentUser | null;
  readonly onProfile: () => void;
}

/** ACCOUNT-48: the person's name, picture or address was changed. @returns a stop function */
export function joinProfileEvents({ events, user, onProfile }: ProfileEventsDeps): () => void {
  return events.listen((message) => {
    if (message.type === "event" && settingOf(message.event, user()) === "profile") onProfile();
  });
}
