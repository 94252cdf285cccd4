/** The form of a setting of a queue, a room or the company: the same in company files, on the command line and in forms (PAGES-10). */
import * as z from "zod/mini";
import { readFeatureChanges } from "./feature-changes.ts";

/** The text of a setting that has no value. */
export const NO_SETTING = "none";

export const settingFormSchema = z.union([
  z.object({ kind: z.literal("flag") }),
  z.object({ kind: z.literal("choice"), choices: z.array(z.string()) }),
  z.object({ kind: z.literal("whole"), least: z.number(), most: z.number(), optional: z.boolean() }),
  /** `pattern`: a regular expression of the whole text. */
  z.object({ kind: z.literal("text"), pattern: z.string(), optional: z.boolean() }),
  /** As `readFeatureChanges` reads it. */
  z.object({ kind: z.literal("featureCodes"), optional: z.literal(true) }),
]);
export type SettingForm = z.infer<typeof settingFormSchema>;

/** One setting as it stands. */
export const writtenSettingSchema = z.object({ name: z.string(), value: z.string(), form: settingFormSchema });
export type WrittenSetting = z.infer<typeof writtenSettingSchema>;

const MOST_DIGITS = 8;

/** Whether a text is a value of the form. */
export function fitsSetting(form: SettingForm, text: string): boolean {
  switch (form.kind) {
    case "flag":
      return text === "true" || text === "false";
    case "choice":
      return form.choices.includes(text);
    case "whole": {
      if (form.optional && text === NO_SETTING) return true;
      if (!/^-?\d+$/.test(text) || text.length > MOST_DIGITS) return false;
      return Number(text) >= form.least && Number(text) <= form.most;
    }
    case "featureCodes":
      return text === NO_SETTING || readFeatureChanges(text) !== undefined;
    case "text":
      return (form.optional && text === NO_SETTING) || new RegExp(`^(?:${form.pattern})$`).test(text);
  }
}
