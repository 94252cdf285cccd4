/** JsSIP's REFER subscription, its events in our words. */
import type { RTCSession } from "jssip/lib/RTCSession";
import type { ReferListener } from "../../ports/user-agent.port.ts";

interface Notified {
  readonly status_line: { readonly status_code: number; readonly reason_phrase: string };
}
interface Refused {
  readonly response: { readonly status_code: number; readonly reason_phrase: string } | null;
  readonly cause: string;
}

/** @throws Error when the session is not one that can be referred */
export function refer(
  session: RTCSession,
  number: string,
  replaced: RTCSession | undefined,
  listener: ReferListener,
): void {
  if (!session.isEstablished()) throw new Error("Referer session not found");
  let rang = false;
  session.refer(number, {
    ...(replaced && { replaces: replaced }),
    eventHandlers: {
      requestSucceeded: () => listener({ kind: "taken" }),
      requestFailed: ({ response, cause }: Refused) =>
        listener({ kind: "failed", at: "request", reason: response ? statusText(response) : cause }),
      progress: () => {
        rang = true;
      },
      accepted: () => listener({ kind: "done" }),
      failed: ({ status_line }: Notified) =>
        listener({ kind: "failed", at: "target", reason: reasonOf(status_line, rang) }),
    },
  });
}

/** A target with a phone that rang and is then busy has declined the call (PHONE-123). */
const reasonOf = (line: Notified["status_line"], rang: boolean): string =>
  rang && line.status_code === 486 ? "Decline" : statusText(line);

const statusText = (line: Notified["status_line"]): string => line.reason_phrase || String(line.status_code);
