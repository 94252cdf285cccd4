/** Requests within a leg's dialog (RFC 3261 §12.2.2): docs/spec/calls.md, rules CALL-20 to CALL-32. */
import {
  contentType,
  glareRefusal,
  nameAddr,
  parseNameAddr,
  header,
  serializeNameAddr,
  type HeaderField,
  type ServerTransaction,
} from "@callpanel/sip";
import { MediaError, preferring, type AudioCodec } from "@callpanel/media";
import type { Log } from "@callpanel/phone-port";
import { ownUri } from "../../signalling/caller-identity.ts";
import { CAPABILITIES, OPTIONS_ANSWER, PUBLISHED_EVENTS } from "../../signalling/capabilities.ts";
import { readDigit } from "../../signalling/digits.ts";
import type { Leg } from "./leg.port.ts";

export interface InDialog {
  /** Handles a request of the leg's phone. Its sender and its content type are already checked. */
  handle(transaction: ServerTransaction, leg: Leg): void;
}

export interface InDialogDeps {
  readonly log: Log;
  readonly realm: string;
  readonly random01: () => number;
  readonly refer: (transaction: ServerTransaction, leg: Leg) => void;
}

export function createInDialog(deps: InDialogDeps): InDialog {
  const { log, realm, random01 } = deps;

  const sessionHeaders = (): readonly HeaderField[] => [
    ["Contact", serializeNameAddr(nameAddr(ownUri(undefined, realm)))],
    ...CAPABILITIES,
  ];
  const descriptionHeaders = (): readonly HeaderField[] => [...sessionHeaders(), ["Content-Type", "application/sdp"]];

  /** A leg keeps its codec as long as its phone supports it. */
  const codecsFor = ({ codec }: Leg): readonly AudioCodec[] => preferring(codec === undefined ? [] : [codec]);

  /** Answers an offer. If the offer cannot be used, the earlier agreement stays (RFC 3261 §14.2). */
  const takeOffer = async (transaction: ServerTransaction, leg: Leg): Promise<void> => {
    const offer = transaction.request.body;
    leg.openOffers.received = true;
    try {
      const { sdp, codec, direction } = await leg.port.answer({ offer, codecs: codecsFor(leg) });
      if (!isTalking(leg)) return void transaction.respond(481);
      if (transaction.request.method === "INVITE") hangUpWithoutAck(transaction, leg);
      transaction.respond(200, { headers: descriptionHeaders(), body: sdp });
      leg.noteDescription(offer);
      leg.noteCodec(codec);
      leg.noteDirection(direction);
    } catch (error) {
      refuseDescription(transaction, error);
    } finally {
      leg.openOffers.received = false;
    }
  };

  /** A re-INVITE without SDP asks for our offer; the SDP answer comes in the ACK. */
  const makeOffer = async (transaction: ServerTransaction, leg: Leg): Promise<void> => {
    leg.openOffers.sent = true;
    try {
      const { sdp } = await leg.port.offer({ codecs: codecsFor(leg) });
      if (!isTalking(leg)) return void transaction.respond(481);
      hangUpWithoutAck(transaction, leg);
      transaction.onAck(({ body }) => void takeAnswer(body, leg));
      if (transaction.respond(200, { headers: descriptionHeaders(), body: sdp }) === undefined)
        leg.openOffers.sent = false;
    } catch (error) {
      leg.openOffers.sent = false;
      refuseDescription(transaction, error);
    }
  };

  const takeAnswer = async (answer: string, leg: Leg): Promise<void> => {
    try {
      const { codec, direction } = await leg.port.accept({ answer });
      leg.noteCodec(codec);
      leg.noteDescription(answer);
      leg.noteDirection(direction);
    } catch (error) {
      log.warn("the answer to an offer of ours cannot be used", { leg: leg.id, error: String(error) });
      leg.send({ kind: "mediaFailed" });
    } finally {
      leg.openOffers.sent = false;
    }
  };

  const refuseDescription = (transaction: ServerTransaction, error: unknown): void => {
    const unusable = error instanceof MediaError && error.reason === "unusable-description";
    if (!unusable) log.warn("media did not take an offer", { error: String(error) });
    transaction.respond(unusable ? 488 : 500);
  };

  const renegotiate = (transaction: ServerTransaction, leg: Leg): void => {
    const { method, body } = transaction.request;
    if (body === "" && method === "UPDATE") {
      transaction.respond(200, { headers: sessionHeaders() });
      return;
    }
    const pending = { sent: leg.openOffers.sent, received: leg.openOffers.received || !isUp(leg) };
    const refusal = glareRefusal(pending, random01);
    if (refusal !== undefined) {
      const retry = "retryAfterSeconds" in refusal ? String(refusal.retryAfterSeconds) : undefined;
      transaction.respond(refusal.status, { headers: retry === undefined ? [] : [["Retry-After", retry]] });
    } else if (body === "") void makeOffer(transaction, leg);
    else void takeOffer(transaction, leg);
  };

  const takeDigit = (transaction: ServerTransaction, leg: Leg): void => {
    const { request } = transaction;
    if (request.body === "") return void transaction.respond(200);
    const digit = readDigit(contentType(request), request.body);
    transaction.respond(digit === undefined ? 400 : 200);
    if (digit !== undefined) leg.pressed(digit);
  };

  return {
    handle: (transaction, leg) => {
      const { request } = transaction;
      const check = leg.dialog?.receiveRequest(request) ?? { ok: false, status: 481 };
      if (!check.ok) {
        transaction.respond(check.status);
        return;
      }
      switch (request.method) {
        case "BYE":
          transaction.respond(200);
          leg.noteQuality(request);
          leg.send({ kind: "bye" });
          return;
        case "INVITE":
        case "UPDATE":
          return renegotiate(transaction, leg);
        case "INFO":
          return takeDigit(transaction, leg);
        case "PRACK":
          return takePrack(transaction, leg);
        case "OPTIONS":
          transaction.respond(200, { headers: OPTIONS_ANSWER });
          return;
        case "REFER":
          return deps.refer(transaction, leg);
        case "SUBSCRIBE":
          transaction.respond(489, { headers: [["Allow-Events", PUBLISHED_EVENTS.join(", ")]] });
          return;
        case "NOTIFY":
          transaction.respond(481, { reason: "Subscription Does Not Exist" });
          return;
        default:
          transaction.respond(405, { headers: CAPABILITIES });
      }
    },
  };
}

/** RFC 3262 §3. A new offer in it is refused; the response it is for counts as acknowledged. */
function takePrack(transaction: ServerTransaction, leg: Leg): void {
  const { request } = transaction;
  const status = leg.takePrack(request) ? (request.body === "" ? 200 : 488) : 481;
  transaction.respond(status, { headers: CAPABILITIES });
}

/** RFC 3515 §2.4.2: a REFER must have one well-formed Refer-To; it may then be declined. */
export function refuseRefer(transaction: ServerTransaction): void {
  const value = header(transaction.request, "Refer-To");
  const target = value === undefined ? undefined : parseNameAddr(value);
  transaction.respond(target === undefined ? 400 : 603, { reason: target === undefined ? "No Refer-To" : undefined });
}

function hangUpWithoutAck(transaction: ServerTransaction, leg: Leg): void {
  transaction.onEnd((end) => {
    if (end === "noAck") leg.send({ kind: "ackMissing" });
  });
}

function isUp(leg: Leg): boolean {
  return leg.state.phase === "up";
}

function isTalking(leg: Leg): boolean {
  return leg.state.phase === "up" || leg.state.phase === "accepting";
}
