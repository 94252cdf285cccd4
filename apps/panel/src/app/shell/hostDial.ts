import { checkDialable } from "@callpanel/contract";
import type { ErrorCode } from "@callpanel/contract";
import type { Viewer } from "../../shared/viewer.ts";
import type { Workplace } from "../workplace.ts";

export interface HostDial {
  readonly workplace: Pick<Workplace, "softphone">;
  readonly viewer: Viewer;
  readonly destination: string;
}

/** A host asks for a call. @returns why there is none, or null */
export function dialForHost({ workplace, viewer, destination }: HostDial): ErrorCode | null {
  const check = checkDialable(destination, viewer.featureCodes);
  if (!check.ok) return check.code;
  const slot = workplace.softphone.get();
  if (slot.kind !== "ready" || slot.softphone.button.get().status !== "registered") return "sipua.hint.notReady";
  slot.softphone.dial(check.number);
  return null;
}
