import type { PhoneKind } from "@callpanel/phone-port";

/** What kind of phone registers with a User-Agent: the panel calls itself callpanel, and adds "anywhere" in a telephone's webview. */
export function phoneKindOf(userAgent: string): PhoneKind {
  if (!/^callpanel\b/i.test(userAgent)) return "deskphone";
  return /\banywhere\b/i.test(userAgent) ? "anywhere" : "callpanel";
}
