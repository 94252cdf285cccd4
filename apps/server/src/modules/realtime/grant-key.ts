import type { PermissionModule, Rights } from "@callpanel/contract";

/** Equal for equal grants of a rule: a part of a visibility's key. */
export function grantKey(rights: Rights, module: PermissionModule, rule: string): string {
  const granted = rights.granted.get(`${module}:${rule}`);
  if (granted === undefined || granted === "all") return granted ?? "";
  return JSON.stringify([...granted].toSorted((one, other) => one.localeCompare(other)));
}
