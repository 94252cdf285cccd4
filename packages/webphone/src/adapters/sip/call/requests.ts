/** What the far end asks for within the dialog of a call. */
import type { HeaderField, ServerTransaction, SipRequest } from "@callpanel/sip";
import type { SessionEvent } from "../../../ports/user-agent.port.ts";
import { readDigit } from "./digits.ts";
import { farEndOf } from "./far-end.ts";
import type { DialogOwner } from "./ground.ts";
import { headersOf } from "./headers.ts";
import type { Negotiation } from "./negotiation.ts";
import type { Referrals } from "./referrals.ts";

interface TakerParts {
  tell(event: SessionEvent): void;
  readonly negotiation: Negotiation;
  readonly referrals: Referrals;
  /** What the answer to a BYE says. */
  report(): readonly HeaderField[];
  byeCame(bye: SipRequest): void;
}

const UNREADABLE_INFO: readonly HeaderField[] = [["Accept", "application/dtmf-relay, application/dtmf"]];

export function createTaker({ tell, negotiation, referrals, report, byeCame }: TakerParts): DialogOwner["receive"] {
  const takeInfo = (transaction: ServerTransaction): void => {
    const digit = readDigit(transaction.request);
    if (digit === "unreadable") return void transaction.respond(415, { headers: UNREADABLE_INFO });
    transaction.respond(200);
    if (digit !== undefined) tell({ kind: "digit", digit });
  };
  return (transaction, dialog) => {
    const { request } = transaction;
    const check = dialog.receiveRequest(request);
    if (!check.ok) return void transaction.respond(check.status);
    switch (request.method) {
      case "BYE":
        transaction.respond(200, { headers: report() });
        dialog.terminate();
        return byeCame(request);
      case "INVITE":
      case "UPDATE": {
        const far = farEndOf(headersOf(request));
        if (far) tell({ kind: "identified", far });
        return negotiation.offered(transaction);
      }
      case "INFO":
        return takeInfo(transaction);
      case "NOTIFY":
        return referrals.notified(transaction);
      case "OPTIONS":
        return void transaction.respond(200);
      case "REFER": // The person decides where calls go.
        return void transaction.respond(603);
      default:
        return void transaction.respond(405);
    }
  };
}
