/** SET-7: what is shown of a setting is loaded anew when it was changed somewhere else. */
import type { CurrentUser, RealtimeEvent } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvents } from "../../shared/events.ts";
import { rowsKey } from "./rowsKey.ts";

const FEATURES = { dnd: "do_not_disturb", forward: "forward", followme: "follow_me" } as const;

/** The setting that an event is about; null when it is none of this person's. */
export function settingOf(event: RealtimeEvent, { extension, realm }: CurrentUser): string | null {
  if (event.action !== "PRESENCE_FEATURE" && event.action !== "SETTING") return null;
  if (event.exten !== extension || event.realm !== realm) return null;
  return event.action === "SETTING" ? event.setting : FEATURES[event.feature];
}

export interface SettingEventsDeps {
  readonly events: LiveEvents;
  readonly client: QueryClient;
  /** Null before it is known who is signed in. */
  readonly user: () => CurrentUser | null;
  /** The own name, picture or address was changed (ACCOUNT-48). */
  readonly onProfile: () => void;
}

/** @returns how to stop */
export function joinSettingEvents({ events, client, user, onProfile }: SettingEventsDeps): () => void {
  const reload = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey });
  return events.listen((message) => {
    // Nobody knows what was missed before a snapshot.
    if (message.type === "snapshot") return reload(["settings"]);
    const who = user();
    const setting = who === null ? null : settingOf(message.event, who);
    if (setting === "profile") onProfile();
    if (setting !== null) reload(rowsKey(setting));
  });
}
