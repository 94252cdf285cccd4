import type { Clock } from "../text/clock.ts";
import { listValues } from "../text/fields.ts";
import { header } from "../text/message.ts";
import type { SipRequest } from "../text/message.ts";
import type { RespondParts, ServerTransaction } from "./server-transaction.ts";
import { T1_MS, TRANSACTION_TIMEOUT_MS } from "./timers.ts";

/** Provisional responses other than 100 to one INVITE: reliable where its sender demands it (RFC 3262 §3). */
export interface ProvisionalResponses {
  readonly reliable: boolean;
  /** Reliable ones go one at a time: the next waits for the PRACK of the one before. */
  send(status: number, parts: RespondParts): void;
  /** Whether the PRACK is for a response that was sent; a repeated one is not. */
  acknowledge(prack: SipRequest): boolean;
  /** Nothing is sent again; a PRACK that comes late is still known. */
  stop(): void;
}

interface ProvisionalParts {
  readonly clock: Clock;
  readonly transaction: ServerTransaction;
  /** Every one that was sent is acknowledged, and no other waits to be sent. */
  readonly acknowledged: () => void;
  /** No PRACK within 64*T1: the INVITE should be refused with a 5xx. */
  readonly timedOut: () => void;
}

interface Waiting {
  readonly status: number;
  readonly parts: RespondParts;
}

const FIRST_RSEQ = 1;
const nothing = (): void => undefined;

export const demandsReliable = (invite: SipRequest): boolean =>
  listValues(invite, "Require").some((tag) => tag.toLowerCase() === "100rel");

export const createProvisionalResponses = (parts: ProvisionalParts): ProvisionalResponses => {
  const { clock, transaction } = parts;
  const { request } = transaction;
  const reliable = demandsReliable(request);
  let rseq = FIRST_RSEQ - 1;
  let open = false;
  let waiting: readonly Waiting[] = [];
  let cancel = nothing;

  const stop = (): void => {
    cancel();
    cancel = nothing;
    waiting = [];
  };

  const sendReliably = ({ status, parts: { headers = [], ...rest } }: Waiting): void => {
    rseq += 1;
    open = true;
    transaction.onEnd(stop);
    const said = { ...rest, headers: [...headers, ["Require", "100rel"], ["RSeq", String(rseq)]] } as const;
    const endsAt = clock.now() + TRANSACTION_TIMEOUT_MS;
    const again = (interval: number): void => {
      if (transaction.respond(status, said) === undefined) return stop();
      cancel = clock.setTimeout(
        () => {
          if (clock.now() < endsAt) return again(interval * 2);
          stop();
          parts.timedOut();
        },
        Math.min(interval, endsAt - clock.now()),
      );
    };
    again(T1_MS);
  };

  return {
    reliable,
    send: (status, said) => {
      if (!reliable) transaction.respond(status, said);
      else if (open) waiting = [...waiting, { status, parts: said }];
      else sendReliably({ status, parts: said });
    },
    acknowledge: (prack) => {
      const [number, cseq, method] = (header(prack, "RAck") ?? "").trim().split(/\s+/);
      const isOurs = cseq === String(request.cseq.number) && method === "INVITE" && number === String(rseq);
      if (!open || !isOurs) return false;
      open = false;
      cancel();
      const [next, ...rest] = waiting;
      waiting = rest;
      if (next === undefined) parts.acknowledged();
      else sendReliably(next);
      return true;
    },
    stop,
  };
};
