import { canRead, stripNumber } from "@callpanel/contract";
import { ANONYMOUS_NUMBER } from "@callpanel/phone-port";
import { toE164 } from "../../kernel/text/phone-number.ts";
import type { CallHandling } from "../call-handling/index.ts";
import type { Subscriber } from "../directory/index.ts";

export const mayUseSoftphone = ({ mayUsePanel, rights }: Pick<Subscriber, "mayUsePanel" | "rights">): boolean =>
  mayUsePanel && canRead(rights, "softphone");

/**
 * BLACKLIST-3: a caller's number proves nothing. Emergency services always get through while they may call back
 * (EMERG-6).
 */
export function isBlocked({ blacklist }: CallHandling, callerNumber: string): boolean {
  if (blacklist.length === 0 || callerNumber === ANONYMOUS_NUMBER) return false;
  const match = toE164(callerNumber) ?? stripNumber(callerNumber);
  return blacklist.some((entry) => entry.match === match);
}
