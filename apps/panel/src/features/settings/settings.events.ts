/** SET-7: a shown setting is loaded again when it was changed elsewhere. */
import type { CurrentUser, RealtimeEvent } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvents } from "../../shared/live/events.ts";
import { rowsKey } from "./rowsKey.ts";

const FEATURES = { dnd: "do_not_disturb", forward: "forward", followme: "follow_me" } as const;

/** The setting that an event is about; null if it is not a setting of this person. */
export function settingOf(event: RealtimeEvent, { extension, realm }: CurrentUser): string | null {
  if (event.action !== "PRESENCE_FEATURE" && event.action !== "SETTING") return null;
  if (event.exten !== extension || event.realm !== realm) return null;
  return event.action === "SETTING" ? event.setting : FEATURES[event.feature];
}

export interface SettingEventsDeps {
  readonly events: LiveEvents;
  readonly client: QueryClient;
  /** Null until the signed-in person is known. */
  readonly user: () => CurrentUser | null;
  /** The person's name, picture or address was changed (ACCOUNT-48). */
  readonly onProfile: () => void;
}

/** @returns a stop function */
export function joinSettingEvents({ events, client, user, onProfile }: SettingEventsDeps): () => void {
  const reload = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey });
  return events.listen((message) => {
    // Events before a snapshot may have been missed.
    if (message.type === "snapshot") return reload(["settings"]);
    const who = user();
    const setting = who === null ? null : settingOf(message.event, who);
    if (setting === "profile") onProfile();
    if (setting !== null) reload(rowsKey(setting));
  });
}
