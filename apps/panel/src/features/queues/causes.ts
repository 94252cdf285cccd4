import { PAUSE_CODES } from "@callpanel/contract";
import type { queuesMessages } from "./queues.messages.ts";

/** The words for the cause of a pause; another phone system's own cause is shown as it is. */
export function causeText(t: (id: keyof typeof queuesMessages) => string, reason: string): string {
  const code = PAUSE_CODES.find((one) => one === reason);
  return code === undefined ? reason : t(`queues.cause.${code}`);
}
