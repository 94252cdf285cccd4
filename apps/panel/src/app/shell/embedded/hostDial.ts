import { checkDialable } from "@callpanel/contract";
import type { PanelErrorCode } from "@callpanel/contract";
import type { ClickToDial } from "../../../shared/phone/clickToDial.ts";
import type { Viewer } from "../../../shared/viewer.ts";

export interface HostDial {
  readonly clickToDial: ClickToDial;
  readonly viewer: Pick<Viewer, "featureCodes">;
  readonly destination: string;
}

/** EMBED-12: a host requests a call. @returns why it is refused, or null; later failures are shown on the screen */
export function dialForHost({ clickToDial, viewer, destination }: HostDial): PanelErrorCode | null {
  const check = checkDialable(destination, viewer.featureCodes);
  if (!check.ok) return check.code;
  void clickToDial.dial(check.number);
  return null;
}
