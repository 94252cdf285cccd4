import type { AuditAct, AuditDetails } from "@callpanel/contract";
import { COMPANY_SETTINGS } from "./company-settings.model.ts";

/** AUDIT-5: settings whose changes are lines of the audit log. */
const ACTS = {
  chat_keep_days: "chat.companyKept",
  chat_room_limits: "chat.roomLimits",
} as const satisfies Partial<Record<keyof typeof COMPANY_SETTINGS, AuditAct>>;
type NotedSetting = keyof typeof ACTS;

const isNoted = (name: string): name is NotedSetting => Object.hasOwn(ACTS, name);

/** As an administrator writes it. */
const defaultOf = (name: NotedSetting): string => String(COMPANY_SETTINGS[name].fallback ?? "forever");

/**
 * AUDIT-5: what a change of a setting is in the audit log. `from`, `to`: texts as an administrator writes them; undefined: the
 * default.
 *
 * @returns undefined: it is not noted, or nothing changes
 */
export function settingAct(
  name: string,
  from: string | undefined,
  to: string | undefined,
): { readonly act: AuditAct; readonly details: AuditDetails } | undefined {
  if (!isNoted(name)) return undefined;
  const details = { from: from ?? defaultOf(name), to: to ?? defaultOf(name) };
  return details.from === details.to ? undefined : { act: ACTS[name], details };
}
