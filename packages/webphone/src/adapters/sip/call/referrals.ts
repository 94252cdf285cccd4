/** REFERs of one dialog (RFC 3515) and what the NOTIFYs say of them. */
import { contactField, event, parseSipfrag, replacesForPeer, serializeUri } from "@callpanel/sip";
import type { Dialog, ServerTransaction, SipResponse } from "@callpanel/sip";
import type { ReferListener } from "../../../ports/user-agent.port.ts";
import { causeOf } from "../account/cause.ts";
import type { Account } from "../account/account.ts";
import type { RequestInDialog } from "./in-dialog.ts";

export interface Referrals {
  send(number: string, replaced: Dialog | undefined, listener: ReferListener): void;
  /** Answers a NOTIFY. */
  notified(transaction: ServerTransaction): void;
  /** The call has ended: nothing more is reported. */
  end(): void;
}

interface Referral {
  /** CSeq numbers of the REFER: one more for each challenge. */
  readonly numbers: Set<number>;
  readonly listener: ReferListener;
  rang: boolean;
}

export interface ReferralParts {
  readonly account: Account;
  readonly request: RequestInDialog;
}

export function createReferrals({ account, request }: ReferralParts): Referrals {
  const open = new Set<Referral>();
  let ended = false;

  const refused = (referral: Referral, reason: string): void => {
    open.delete(referral);
    if (!ended) referral.listener({ kind: "failed", at: "request", reason });
  };
  const find = (id: string | undefined): Referral | undefined => {
    const [only] = open;
    if (id === undefined) return open.size === 1 ? only : undefined;
    return [...open].find(({ numbers }) => numbers.has(Number(id)));
  };
  const step = (referral: Referral, { status, reason }: { readonly status: number; readonly reason: string }): void => {
    if (status < 200) {
      if (status > 100) referral.rang = true;
      return;
    }
    open.delete(referral);
    if (status < 300) return referral.listener({ kind: "done" });
    // A target with a phone that rang and is then busy has declined the call (PHONE-123).
    const said = referral.rang && status === 486 ? "Decline" : reason || String(status);
    referral.listener({ kind: "failed", at: "target", reason: said });
  };
  return {
    send: (number, replaced, listener) => {
      const referral: Referral = { numbers: new Set(), listener, rang: false };
      open.add(referral);
      request(
        "REFER",
        {
          headers: [
            contactField(account.contact), // RFC 3515 §2.1: Asterisk refuses one without
            ["Refer-To", referTo(account, number, replaced)],
            ["Referred-By", `<${serializeUri(account.address)}>`],
          ],
        },
        {
          sending: ({ cseq }) => void referral.numbers.add(cseq.number),
          onResponse: (response) => {
            if (response.status < 200 || ended) return;
            if (response.status < 300) listener({ kind: "taken" });
            else refused(referral, reasonOf(response));
          },
          onFailure: (failure) => refused(referral, failure === "timeout" ? "Request Timeout" : "Connection Error"),
        },
      );
    },
    notified: (transaction) => {
      const named = event(transaction.request);
      if (named?.value !== "refer") {
        transaction.respond(489, { headers: [["Allow-Events", "refer"]] });
        return;
      }
      const referral = find(named.params.get("id"));
      transaction.respond(referral === undefined ? 481 : 200);
      const result = parseSipfrag(transaction.request.body);
      if (referral !== undefined && result !== undefined) step(referral, result);
    },
    end: () => {
      ended = true;
      open.clear();
    },
  };
}

const reasonOf = ({ status, reason }: SipResponse): string => reason || causeOf(status);

/** RFC 3891 §6.1, escaped within the URI (RFC 3261 §19.1.1). */
function referTo(account: Account, number: string, replaced: Dialog | undefined): string {
  const target = account.target(number);
  if (replaced === undefined) return `<${serializeUri(target)}>`;
  const { callId, toTag, fromTag } = replacesForPeer(replaced);
  const replaces = `${callId};to-tag=${toTag};from-tag=${fromTag}`;
  return `<${serializeUri({ ...target, headers: new Map([["Replaces", replaces]]) })}>`;
}
