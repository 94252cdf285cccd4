import type { PhoneKind } from "@callpanel/phone-port";

/**
 * The kind of phone, from its User-Agent: the panel sends "callpanel", and adds "anywhere" in the webview of a
 * telephone.
 */
export function phoneKindOf(userAgent: string): PhoneKind {
  if (!/^callpanel\b/i.test(userAgent)) return "deskphone";
  return /\banywhere\b/i.test(userAgent) ? "anywhere" : "callpanel";
}
