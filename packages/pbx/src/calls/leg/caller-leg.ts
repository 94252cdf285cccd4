/** The leg of a phone that sent the INVITE: this system answers. */
import {
  createUasDialog,
  contact,
  createProvisionalResponses,
  nameAddr,
  serializeNameAddr,
  type HeaderField,
  type ServerTransaction,
} from "@callpanel/sip";
import type { PhoneConnection } from "../../connection/connections.ts";
import { preferring, type AudioCodec, type MediaDirection, type MediaPort } from "@callpanel/media";
import type { DirectoryUser, Party } from "@callpanel/phone-port";
import { phoneKey } from "../../registrar/bindings.ts";
import { ownUri } from "../../signalling/caller-identity.ts";
import { CAPABILITIES } from "../../signalling/capabilities.ts";
import { createLeg } from "./leg.ts";
import type { Leg, LegDeps, LineEffect } from "./leg.port.ts";
import type { LegReason } from "./leg.model.ts";
import { earlyMediaHeaders } from "./early-answers.ts";
import { refusalParts } from "./refusal-parts.ts";

export interface CallerLeg {
  readonly leg: Leg;
  /** Codecs of its offer, in order; undefined when the INVITE had no offer (RFC 3264 §4, a late offer). */
  readonly codecs: readonly AudioCodec[] | undefined;
  /**
   * Makes the SDP for the 200 with the first of these codecs that the phone supports, otherwise with another one of the
   * phone; rejects with a MediaError when there is no usable codec.
   */
  fit(codecs: readonly AudioCodec[] | undefined): Promise<Fitted>;
  /**
   * Sends 183 with SDP, so that the phone hears its port before the answer (CALL-100). The 200 then has the same SDP and
   * codec. Without an offer, or without a usable codec, nothing is sent.
   */
  hearEarly(codec: AudioCodec | undefined): Promise<void>;
}

/** With a late offer, `codec` is the requested one until the ACK arrives. */
export interface Fitted {
  readonly codec: AudioCodec | undefined;
  readonly direction: MediaDirection;
}

interface CallerLegParts {
  readonly deps: LegDeps;
  readonly transaction: ServerTransaction;
  readonly connection: PhoneConnection;
  readonly user: DirectoryUser;
  /** The outside caller behind a trunk. */
  readonly party?: Party | undefined;
  readonly openPort: () => MediaPort;
  readonly codecs: readonly AudioCodec[] | undefined;
}

/** Undefined when the INVITE cannot create a dialog (no Contact: 400). */
export function createCallerLeg(parts: CallerLegParts): CallerLeg | undefined {
  const { deps, transaction } = parts;
  const { request } = transaction;
  const dialog = createUasDialog(request, transaction.localTag);
  const from = contact(request);
  if (dialog === undefined || from === undefined) return undefined;
  const port = parts.openPort();
  const offer = parts.codecs === undefined ? undefined : request.body;
  let description = "";
  let early: Promise<AudioCodec | undefined> | undefined;

  const headers = (): readonly HeaderField[] => [
    ["Contact", serializeNameAddr(nameAddr(ownUri(leg.far?.party.number, deps.realm)))],
    ...CAPABILITIES,
    ...leg.farHeaders(),
  ];

  const provisional = createProvisionalResponses({
    clock: deps.clock,
    transaction,
    acknowledged: () => leg.send({ kind: "confirmed" }),
    timedOut: () => leg.send({ kind: "prackMissing" }),
  });

  const sendAnswer = (): void => {
    provisional.stop();
    transaction.onAck(({ body }) => void takeAck(body));
    transaction.onEnd((end) => {
      if (end === "noAck") leg.send({ kind: "ackMissing" });
    });
    dialog.confirm();
    transaction.respond(200, { headers: [...headers(), ["Content-Type", "application/sdp"]], body: description });
  };

  /** The ACK of a late offer has the SDP answer (RFC 3261 §13.2.2.4). */
  const takeAck = async (body: string): Promise<void> => {
    leg.send({ kind: "acked" });
    if (!leg.openOffers.sent) return;
    try {
      const { codec, direction } = await port.accept({ answer: body });
      leg.noteCodec(codec);
      leg.openOffers.sent = false;
      leg.noteDescription(body);
      leg.noteDirection(direction);
    } catch {
      leg.send({ kind: "mediaFailed" });
    }
  };

  const perform = (effect: LineEffect): void => {
    switch (effect.kind) {
      case "sendRinging":
        // RFC 3262 §5: a reliable response to an INVITE without an offer would have to bring one.
        if (offer !== undefined || !provisional.reliable) provisional.send(180, { headers: headers() });
        return;
      case "sendEarly":
        provisional.send(183, {
          headers: [...headers(), ...earlyMediaHeaders(parts.user), ["Content-Type", "application/sdp"]],
          body: description,
        });
        return;
      case "sendAnswer":
        sendAnswer();
        return;
      case "sendRefusal":
        provisional.stop();
        refuse(transaction, effect.reason, deps.realm);
        return;
      case "sendInvite":
      case "sendCancel":
      case "sendAck":
        return; // does not happen on this side
    }
  };

  const leg = createLeg({
    deps,
    side: "caller",
    user: parts.user,
    party: parts.party,
    phone: phoneKey(from.uri),
    sipCallId: request.callId,
    connection: parts.connection,
    port,
    perform,
    takePrack: (prack) => provisional.acknowledge(prack),
  });
  leg.setDialog(dialog);
  leg.noteAllow(request);
  leg.openOffers.received = offer !== undefined;
  transaction.onCancel(() => leg.send({ kind: "cancelled" }));

  const describeEarly = async (body: string, codec: AudioCodec | undefined): Promise<AudioCodec | undefined> => {
    try {
      const codecs = preferring(codec === undefined ? [] : [codec]);
      const answer = await port.answer({ offer: body, codecs, early: true });
      description = answer.sdp;
      leg.send({ kind: "earlyReady", reliable: provisional.reliable });
      return answer.codec;
    } catch (error) {
      deps.log.info("a caller cannot hear sound before the answer", { leg: leg.id, error: String(error) });
      return undefined;
    }
  };

  return {
    leg,
    codecs: parts.codecs,
    hearEarly: async (codec) => {
      if (offer !== undefined) await (early ??= describeEarly(offer, codec));
    },
    fit: async (codecs) => {
      if (offer === undefined) {
        leg.openOffers.sent = true;
        description = (await port.offer({ codecs: preferring(codecs) })).sdp;
        return { codec: codecs?.[0], direction: "sendrecv" };
      }
      const before = await early;
      const { sdp, codec, direction } = await port.answer({
        offer,
        codecs: before === undefined ? preferring(codecs) : [before],
      });
      leg.openOffers.received = false;
      leg.noteDescription(offer);
      leg.noteCodec(codec);
      // RFC 3261 §13.2.1: after an early description the 200 repeats it.
      if (before === undefined) description = sdp;
      return { codec, direction };
    },
  };
}

/** Responds with a status above 299, and with a reason if the status alone does not explain it. */
export function refuse(transaction: ServerTransaction, reason: LegReason, realm: string): void {
  transaction.respond(reason.status, refusalParts(reason, realm));
}
