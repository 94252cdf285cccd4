/** Offers within an established call (RFC 3264), of either side, one at a time; a refused one leaves the call as it was. */
import { contactField, contentType, glareRefusal, glareRetryMs } from "@callpanel/sip";
import type { Dialog, ServerTransaction, SipResponse } from "@callpanel/sip";
import { ALLOW, fraction, SDP, SUPPORTED } from "../account/account.ts";
import type { RequestInDialog } from "./in-dialog.ts";
import type { Ground } from "./ground.ts";
import { audioTransceiver } from "./media.ts";
import type { Peer } from "./peer.ts";

const READY_CHECK_MS = 50;
const READY_CHECKS = 100; // 5 s for a negotiation of the far end to finish
/** A far end that offers at the same moment (491): a third collision in a row is a refusal. */
const GLARE_TRIES = 3;

export interface Negotiation {
  /** Rejects with an Error when it is refused or the call ends. */
  setDirection(direction: "sendrecv" | "sendonly"): Promise<void>;
  /** The same with new ICE credentials. */
  restartIce(): Promise<void>;
  /** Answers a re-INVITE or UPDATE. */
  offered(transaction: ServerTransaction): void;
  /** The call has ended: what is open is settled. */
  end(): void;
}

export interface NegotiationParts {
  readonly ground: Ground;
  readonly peer: Peer;
  /** The first 2xx was acknowledged. */
  isReady(): boolean;
  isEnded(): boolean;
  dialog(): Dialog | undefined;
  /** Of the first offer. */
  pending(): { readonly sent: boolean; readonly received: boolean };
  readonly request: RequestInDialog;
}

type Outcome = "done" | "refused" | "glare" | "ended";

export function createNegotiation(parts: NegotiationParts): Negotiation {
  const { ground, peer } = parts;
  let sent = false;
  let settle: ((outcome: Outcome) => void) | undefined;

  const untilReady = async (): Promise<void> => {
    for (let check = 0; check < READY_CHECKS; check++) {
      if (parts.isEnded()) throw new Error("the call has ended");
      if (parts.isReady() && !sent && !answers.isOpen()) return;
      await pause(READY_CHECK_MS);
    }
    throw new Error("another negotiation does not end");
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      ground.clock.setTimeout(resolve, ms);
    });

  const sendOffer = async (options: RTCOfferOptions): Promise<Outcome> => {
    const body = await peer.offer(options);
    if (parts.isEnded()) return "ended";
    const answer = await new Promise<SipResponse | Outcome>((resolve) => {
      settle = resolve;
      parts.request(
        "INVITE",
        { headers: sdpHeaders(ground), body },
        {
          onFailure: () => resolve("refused"),
          onResponse: (response, invite) => {
            if (response.status < 200) return;
            if (response.status >= 300) return resolve(response.status === 491 ? "glare" : "refused");
            const dialog = parts.dialog();
            dialog?.receiveResponse(response);
            if (dialog) ground.acknowledge(dialog.createAck(invite, { headers: ground.account.common }));
            resolve(response);
          },
        },
      );
    });
    if (typeof answer === "string") return answer;
    if (contentType(answer) !== SDP) return "refused";
    await peer.accept("answer", answer.body);
    return "done";
  };
  /** One offer; after a collision it waits (RFC 3261 §14.1) and tries again. */
  const negotiate = async (options: RTCOfferOptions, prepare: () => void, undo: () => void): Promise<void> => {
    let outcome: Outcome = "refused";
    for (let tries = 0; tries < GLARE_TRIES; tries += 1) {
      await untilReady();
      sent = true;
      try {
        prepare();
        outcome = await sendOffer(options).catch((): Outcome => (parts.isEnded() ? "ended" : "refused"));
        settle = undefined;
        if (outcome === "done") return;
        if (outcome === "ended") throw new Error("the call has ended");
        await peer.rollBack().catch(() => undefined);
        undo();
      } finally {
        sent = false;
      }
      if (outcome !== "glare") break;
      await pause(glareRetryMs(parts.dialog()?.role ?? "uas", fraction));
    }
    throw new Error(options.iceRestart ? "no answer" : "the far end refused");
  };

  const answers = createAnswers(parts, { isOffering: () => sent });

  return {
    setDirection: async (direction) => {
      const connection = peer.connection();
      const transceiver = connection && audioTransceiver(connection);
      if (!transceiver || transceiver.direction === direction) return;
      const before = transceiver.direction;
      await negotiate(
        {},
        () => void (transceiver.direction = direction),
        () => void (transceiver.direction = before),
      );
    },
    restartIce: () => negotiate({ iceRestart: true }, nothing, nothing),
    offered: (transaction) => answers.offered(transaction),
    end: () => settle?.("ended"),
  };
}

interface Answers {
  /** An offer of the far end waits for its answer, or for the ACK that has it. */
  isOpen(): boolean;
  offered(transaction: ServerTransaction): void;
}

function createAnswers(parts: NegotiationParts, { isOffering }: { readonly isOffering: () => boolean }): Answers {
  const { ground, peer } = parts;
  let received = false;

  const answerOffer = async (transaction: ServerTransaction): Promise<void> => {
    const { body } = transaction.request;
    try {
      const description = body === "" ? await peer.offer() : await peer.answer(body);
      if (parts.isEnded()) return void transaction.respond(487);
      if (body === "") awaitAnswer(transaction);
      transaction.respond(200, { headers: sdpHeaders(ground), body: description });
      if (body !== "") received = false;
    } catch {
      await peer.rollBack().catch(() => undefined);
      received = false;
      transaction.respond(parts.isEnded() ? 487 : 488);
    }
  };
  /** The answer to an offer in a 2xx comes with the ACK (RFC 3261 §14.2). */
  const awaitAnswer = (transaction: ServerTransaction): void => {
    transaction.onAck((ack) => {
      const taken = ack.body === "" ? peer.rollBack() : peer.accept("answer", ack.body);
      void taken.catch(() => peer.rollBack()).catch(() => undefined);
    });
    transaction.onEnd((end) => {
      received = false;
      if (end !== "answered") void peer.rollBack().catch(() => undefined);
    });
  };

  return {
    isOpen: () => received,
    offered: (transaction) => {
      const { method, body } = transaction.request;
      if (method === "UPDATE" && body === "")
        return void transaction.respond(200, { headers: [contactField(ground.account.contact), ALLOW] });
      if (body !== "" && contentType(transaction.request) !== SDP)
        return void transaction.respond(415, { headers: [["Accept", SDP]] });
      const first = parts.pending();
      const refusal = glareRefusal(
        { sent: isOffering() || first.sent, received: received || first.received },
        fraction,
      );
      if (refusal !== undefined)
        return void transaction.respond(
          refusal.status,
          refusal.status === 500 ? { headers: [["Retry-After", String(refusal.retryAfterSeconds)]] } : {},
        );
      received = true;
      void answerOffer(transaction);
    },
  };
}

const nothing = (): void => undefined;

export const sdpHeaders = ({ account }: Ground): readonly (readonly [string, string])[] => [
  contactField(account.contact),
  ["Content-Type", SDP],
  ALLOW,
  SUPPORTED,
];
