import {
  chatNoticesSchema,
  clickToDialSchema,
  DEFAULT_CHAT_NOTICES,
  DEFAULT_CLICK_TO_DIAL,
  DEFAULT_NOTIFICATIONS,
  DEFAULT_PREFERENCES,
  DEFAULT_SCREEN_POP,
  panelNotificationsSchema,
  screenPopSchema,
  userPreferencesSchema,
} from "@callpanel/contract";
import * as z from "zod/mini";
import type { SettingName } from "./personal-settings.store.ts";

/** The shape of a setting, and its default. */
export interface SettingKind<Value extends object> {
  readonly name: SettingName;
  readonly schema: z.ZodMiniType<Value>;
  readonly initial: Value;
}

export const PREFERENCES = {
  name: "preferences",
  schema: userPreferencesSchema,
  initial: DEFAULT_PREFERENCES,
} as const;
export const CLICK_TO_DIAL = {
  name: "click_to_dial",
  schema: clickToDialSchema,
  initial: DEFAULT_CLICK_TO_DIAL,
} as const;
export const SCREEN_POP = { name: "screen_pop", schema: screenPopSchema, initial: DEFAULT_SCREEN_POP } as const;
export const NOTIFICATIONS = {
  name: "notifications",
  schema: panelNotificationsSchema,
  initial: DEFAULT_NOTIFICATIONS,
} as const;

/** Notifications of messages (docs/spec/chat-notices.md). */
export const CHAT_NOTICES = { name: "chat_notices", schema: chatNoticesSchema, initial: DEFAULT_CHAT_NOTICES } as const;

/** The stored value, with the default for fields that are missing or that this version cannot read. */
export function readSetting<Value extends object>(kind: SettingKind<Value>, stored: string | undefined): Value {
  if (stored === undefined) return kind.initial;
  try {
    const parsed: unknown = JSON.parse(stored);
    const whole = z.safeParse(kind.schema, { ...kind.initial, ...(typeof parsed === "object" ? parsed : {}) });
    return whole.success ? whole.data : kind.initial;
  } catch {
    return kind.initial;
  }
}
