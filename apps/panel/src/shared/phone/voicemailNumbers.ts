/** Numbers for voicemail, for people with the right to it (SOFT-45, SOFT-46). */
import { canRead } from "@callpanel/contract";
import type { Viewer } from "../viewer.ts";

const codeOf = ({ featureCodes, flags }: Viewer, name: "vm" | "myvm"): string | null =>
  flags.vmailsRead ? (featureCodes.find((one) => one.name === name)?.code ?? null) : null;

/** The number of the person's own mailbox; null if they have none. */
export const ownBoxCode = (viewer: Viewer): string | null => codeOf(viewer, "myvm");

/** The number where a caller leaves a message for that extension; null if the person may not transfer calls. */
export function boxNumber(viewer: Viewer, extension: string): string | null {
  const code = codeOf(viewer, "vm");
  return code !== null && canRead(viewer.rights, "active_calls") ? code + extension : null;
}
