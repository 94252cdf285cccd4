import type { AuditAct, AuditDetails, AuditObject } from "@callpanel/contract";
import { COMPANY_SETTINGS } from "./company-settings.model.ts";

/** AUDIT-5: settings of chat have acts of their own, which owners of rooms know. */
const CHAT_ACTS = {
  chat_keep_days: "chat.companyKept",
  chat_room_limits: "chat.roomLimits",
} as const satisfies Partial<Record<keyof typeof COMPANY_SETTINGS, AuditAct>>;

const isOfChat = (name: string): name is keyof typeof CHAT_ACTS => Object.hasOwn(CHAT_ACTS, name);
const isSetting = (name: string): name is keyof typeof COMPANY_SETTINGS => Object.hasOwn(COMPANY_SETTINGS, name);

const DETAIL_CHARACTERS = 200;
/** A logo may be a whole picture. */
const shortened = (text: string): string =>
  text.length > DETAIL_CHARACTERS ? `${text.slice(0, DETAIL_CHARACTERS)}…` : text;

/** As an administrator writes it. */
function defaultOf(name: string): string {
  const { fallback } = isSetting(name) ? COMPANY_SETTINGS[name] : { fallback: null };
  if (typeof fallback === "boolean") return fallback ? "yes" : "no";
  return String(fallback ?? (name.endsWith("_days") ? "forever" : ""));
}

/** What a line of the audit log says of a setting. */
export interface SettingAct {
  readonly act: AuditAct;
  readonly object?: { readonly kind: AuditObject; readonly id: string; readonly name: string };
  readonly details: AuditDetails;
}

/**
 * AUDIT-5, AUDIT-6: what a change of a setting is in the audit log. `from`, `to`: texts as an administrator writes them;
 * undefined: the default.
 *
 * @returns undefined: nothing changes
 */
export function settingAct(name: string, from: string | undefined, to: string | undefined): SettingAct | undefined {
  const details = { from: shortened(from ?? defaultOf(name)), to: shortened(to ?? defaultOf(name)) };
  if ((from ?? defaultOf(name)) === (to ?? defaultOf(name))) return undefined;
  if (isOfChat(name)) return { act: CHAT_ACTS[name], details };
  return { act: "company.setting", object: { kind: "setting", id: name, name }, details };
}
