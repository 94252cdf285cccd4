/** The settings stored here, with their names in the store. */
export type SettingName =
  | "preferences"
  | "click_to_dial"
  | "screen_pop"
  | "notifications"
  | "chat_notices"
  | "sms_to_email";

/** People's settings, each as JSON text. Every write is durable when its promise resolves. */
export interface PersonalSettingStore {
  /** Stored values of these people, by user id. */
  read(name: SettingName, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** `step` gets the stored value and returns the new one; changes of one person wait for each other. */
  change(name: SettingName, userId: number, step: (before: string | undefined) => string): Promise<void>;
}
