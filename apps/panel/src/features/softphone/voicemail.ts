/** The telephone's ways to voicemail, for whoever may have it (SOFT-45, SOFT-46). */
import { canRead } from "@callpanel/contract";
import type { Viewer } from "../../shared/viewer.ts";

const codeOf = ({ featureCodes, flags }: Viewer, name: "vm" | "myvm"): string | null =>
  flags.vmailsRead ? (featureCodes.find((one) => one.name === name)?.code ?? null) : null;

/** What one's own mailbox is called by; null where there is none to call. */
export const ownBoxCode = (viewer: Viewer): string | null => codeOf(viewer, "myvm");

/** Where a caller leaves the person of that extension a message; null for whoever may not send calls on. */
export function boxNumber(viewer: Viewer, extension: string): string | null {
  const code = codeOf(viewer, "vm");
  return code !== null && canRead(viewer.rights, "active_calls") ? code + extension : null;
}
