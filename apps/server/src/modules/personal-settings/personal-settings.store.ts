/** The settings that people keep here, by the name they are stored under. */
export type SettingName = "preferences" | "click_to_dial" | "screen_pop" | "notifications" | "sms_to_email";

/** What people have set, each setting as JSON text. Every write is durable when its promise resolves. */
export interface PersonalSettingStore {
  /** Of everybody of a list who has set it, by user id. */
  read(name: SettingName, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** `step` gets what is stored and gives what takes its place; changes of one person wait for each other. */
  change(name: SettingName, userId: number, step: (before: string | undefined) => string): Promise<void>;
}
