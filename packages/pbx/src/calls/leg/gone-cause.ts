/** What the end of a leg means for the others: the status they get, and the word in the record. */
import type { GoneCause, LegReason } from "./leg.model.ts";

export const CALL_ENDED: LegReason = { status: 200, text: "Call ended" };

export function statusOf(cause: GoneCause): number {
  switch (cause.kind) {
    case "refused":
      return cause.status;
    case "mediaFailed":
      return 500;
    case "hungUp":
    case "cancelled":
    case "unanswered":
    case "noAck":
    case "connectionLost":
    case "revoked":
      return 480;
  }
}

/** The reason for the side that is still connected: not that the other was signed out, because nothing failed (REG-25). */
export function farReason(cause: GoneCause): LegReason {
  const isPlain = cause.kind === "hungUp" || cause.kind === "revoked";
  return isPlain ? CALL_ENDED : { status: statusOf(cause), text: wordOf(cause) };
}

export function wordOf(cause: GoneCause): string {
  switch (cause.kind) {
    case "hungUp":
      return "hangup";
    case "cancelled":
      return "cancelled";
    case "refused":
      return `refused ${cause.status}`;
    case "unanswered":
      return "no response";
    case "noAck":
      return "no ACK";
    case "connectionLost":
      return "connection lost";
    case "revoked":
      return "signed out";
    case "mediaFailed":
      return "media failed";
  }
}
