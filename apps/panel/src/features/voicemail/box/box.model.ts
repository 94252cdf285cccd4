import { GREETING_MAX_BYTES, isEmailAddress, pinFault, VOICEMAIL_BOX_FLAGS } from "@callpanel/contract";
import type { PanelErrorCode, PinRestrictions, VoicemailBox } from "@callpanel/contract";
import type { BoxChange } from "./box.api.ts";

export type BoxFlag = (typeof VOICEMAIL_BOX_FLAGS)[number];

/** The flags by section of the form: mail, phone prompts, transcripts. */
export const MAIL_FLAGS = ["attach", "deletevm"] as const satisfies readonly BoxFlag[];
export const PHONE_FLAGS = ["playcid", "envelope", "skip_instruct"] as const satisfies readonly BoxFlag[];
export const WORD_FLAGS = ["transcript", "summarize", "categorize", "translate"] as const satisfies readonly BoxFlag[];

/** The content of the form. The server never sends the PIN: an empty one means unchanged. */
export interface BoxForm {
  readonly password: string;
  readonly email: string;
  readonly pagerdest: string;
  readonly language: VoicemailBox["language"];
  readonly translation_language: string;
  readonly flags: Readonly<Record<BoxFlag, boolean>>;
}

export function formOf(box: VoicemailBox): BoxForm {
  const { email, pagerdest, language, translation_language } = box;
  const on = (flag: BoxFlag) => box[flag] === "yes";
  const flags = {
    attach: on("attach"),
    deletevm: on("deletevm"),
    playcid: on("playcid"),
    envelope: on("envelope"),
    transcript: on("transcript"),
    summarize: on("summarize"),
    categorize: on("categorize"),
    translate: on("translate"),
    skip_instruct: on("skip_instruct"),
  };
  return { password: "", email, pagerdest, language, translation_language, flags };
}

/** VMU-31: only the changes. */
export function changeOf(form: BoxForm, box: VoicemailBox): BoxChange {
  const before = formOf(box);
  const [email, pagerdest] = [form.email.trim(), form.pagerdest.trim()];
  const changed: BoxChange = {
    ...(form.password === "" ? {} : { password: form.password }),
    ...(email === before.email ? {} : { email }),
    ...(pagerdest === before.pagerdest ? {} : { pagerdest }),
    ...(form.language === before.language ? {} : { language: form.language }),
    ...(form.translation_language === before.translation_language
      ? {}
      : { translation_language: form.translation_language }),
  };
  return VOICEMAIL_BOX_FLAGS.reduce<BoxChange>(
    (change, flag) =>
      form.flags[flag] === before.flags[flag] ? change : { ...change, [flag]: form.flags[flag] ? "yes" : "no" },
    changed,
  );
}

export type BoxFaults = Readonly<Partial<Record<"password" | "email" | "pagerdest", PanelErrorCode>>>;

const NUMBER = /^\+?[\d\s().-]{3,}$/;

/** VMU-30: the errors, by field. */
export function faultsOf(form: BoxForm, rules: (PinRestrictions & { readonly extension: string }) | null): BoxFaults {
  const pin = form.password === "" || rules === null ? undefined : pinFault(form.password, rules);
  const email = form.email.trim();
  const pager = form.pagerdest.trim();
  return {
    ...(pin === undefined ? {} : { password: pin }),
    ...(email === "" || isEmailAddress(email) ? {} : { email: "contacts.field.email" as const }),
    ...(pager === "" || isEmailAddress(pager) || NUMBER.test(pager) ? {} : { pagerdest: "vmail.pager" as const }),
  };
}

/** VMU-33: an upload is a WAV by its name or type, and small enough; the server checks its content. */
export function uploadFault(file: Pick<File, "name" | "type" | "size">): PanelErrorCode | undefined {
  const isWav = /\.wav$/i.test(file.name) || /^audio\/(x-|vnd\.)?wave?$/.test(file.type);
  if (!isWav) return "vmail.greeting.unreadable";
  return file.size > GREETING_MAX_BYTES ? "vmail.greeting.tooLarge" : undefined;
}
