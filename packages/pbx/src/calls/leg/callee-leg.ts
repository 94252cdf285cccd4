/** The leg of a phone that is rung: this system sends the INVITE. */
import {
  createRequest,
  createUacDialog,
  nameAddr,
  serializeNameAddr,
  toTag,
  withParam,
  type ClientTransaction,
  type HeaderField,
  type SipRequest,
  type SipResponse,
  type Uri,
} from "@callpanel/sip";
import type { PhoneConnection } from "../../connection/connections.ts";
import { MediaError, preferring, type AudioCodec, type MediaDirection, type MediaPort } from "@callpanel/media";
import type { DirectoryUser, Party } from "@callpanel/phone-port";
import { phoneKey, type Binding } from "../../registrar/bindings.ts";
import { identityOf, ownUri } from "../../signalling/caller-identity.ts";
import { CAPABILITIES } from "../../signalling/capabilities.ts";
import { createEarlyAnswers, SUPPORTS_EARLY_MEDIA } from "./early-answers.ts";
import { createLeg, partyOf, reasonHeaders } from "./leg.ts";
import type { Leg, LegDeps, LineEffect } from "./leg.port.ts";
import { q850CauseOf } from "./q850.ts";

export interface CalleeLeg {
  readonly leg: Leg;
  /** Makes the offer with these codecs first, and sends the INVITE. */
  ring(codecs: readonly AudioCodec[] | undefined): Promise<void>;
  /** Applies the SDP answer of the 200; rejects with a MediaError when it cannot be used. */
  fit(): Promise<{ readonly codec: AudioCodec; readonly direction: MediaDirection }>;
}

/** The content of the INVITE. */
export interface Invitation {
  readonly caller: Party;
  /** The asserted identity (RFC 3325), if it is not the caller's; "none": no identity is asserted. */
  readonly asserted?: Party | "none" | undefined;
  readonly maxForwards: number;
  /** The person who transferred the caller here (RFC 3892). */
  readonly referredBy?: Party | undefined;
  /** The outside number that a trunk is to call. */
  readonly outside?: Party | undefined;
  /** In addition to those of every INVITE. */
  readonly headers?: readonly HeaderField[];
}

interface CalleeLegParts extends Invitation {
  readonly deps: LegDeps;
  readonly binding: Binding;
  readonly user: DirectoryUser;
  readonly connection: PhoneConnection;
  readonly port: MediaPort;
}

const TAG_LENGTH = 12;
const CALL_ID_LENGTH = 20;

export function createCalleeLeg(parts: CalleeLegParts): CalleeLeg {
  const { deps, binding, connection, port } = parts;
  const { stack, randomText } = deps;
  const sipCallId = randomText(CALL_ID_LENGTH);
  let description = "";
  let transaction: ClientTransaction | undefined;
  let accepted: SipResponse | undefined;

  const sendInvite = (): void => {
    transaction = stack.request(connection, inviteOf({ ...parts, leg, sipCallId, description }), {
      onResponse: (response) => {
        if (response.status < 200) takeProvisional(response);
        else if (response.status < 300) takeSuccess(response);
        else leg.send({ kind: "refused", status: response.status, q850Cause: causeOf(response) });
      },
      onFailure: (failure) => leg.send({ kind: failure === "timeout" ? "unanswered" : "detached" }),
    });
  };

  /** Only an outside line knows of the telephone network. */
  const causeOf = (response: SipResponse): number | undefined =>
    parts.user.trunk === true ? q850CauseOf(response) : undefined;

  /** The early dialog is known, so another phone of the same person may answer in its place (RFC 3891 §3). */
  const takeProvisional = (response: SipResponse): void => {
    if (transaction === undefined) return;
    const taken = earlyAnswers.take(transaction.request, response);
    if (taken === "repeated") return;
    if (taken !== undefined && leg.dialog?.key !== taken.key) leg.setDialog(taken);
    leg.send({ kind: "provisional", status: response.status });
  };

  const takeSuccess = (response: SipResponse): void => {
    // A second phone behind the same contact has answered too: ACK it and send BYE (RFC 3261 §13.2.2.4).
    if (accepted !== undefined && toTag(accepted) !== toTag(response)) {
      dismiss(response);
      return;
    }
    accepted = response;
    const dialog = transaction === undefined ? undefined : earlyAnswers.confirmed(transaction.request, response);
    if (dialog === undefined) leg.send({ kind: "refused", status: 502 });
    else {
      leg.setDialog(dialog);
      leg.noteAllow(response);
      leg.send({ kind: "accepted" });
    }
  };

  const dismiss = (response: SipResponse): void => {
    const invite = transaction?.request;
    const dialog = invite === undefined ? undefined : createUacDialog(invite, response);
    if (invite === undefined || dialog === undefined) return;
    stack.acknowledge(connection, dialog.createAck(invite));
    stack.request(connection, dialog.createRequest("BYE"), { onResponse: () => undefined, onFailure: () => undefined });
  };

  const perform = (effect: LineEffect): void => {
    switch (effect.kind) {
      case "sendInvite":
        sendInvite();
        return;
      case "sendCancel":
        transaction?.cancel(reasonHeaders(effect.reason));
        return;
      case "sendAck":
        if (transaction !== undefined && leg.dialog !== undefined)
          stack.acknowledge(connection, leg.dialog.createAck(transaction.request));
        return;
      case "sendRinging":
      case "sendEarly":
      case "sendAnswer":
      case "sendRefusal":
        return; // does not happen on this side
    }
  };

  const leg = createLeg({
    deps,
    side: "callee",
    user: parts.user,
    party: parts.outside,
    phone: phoneKey(binding.contact.uri),
    sipCallId,
    connection,
    port,
    perform,
  });

  const earlyAnswers = createEarlyAnswers({
    isTrusted: parts.user.trunk === true,
    prack: (request) => {
      stack.request(connection, request, { onResponse: () => undefined, onFailure: () => undefined });
    },
    apply: async (answer) => {
      // CALL-104: one that waited for another must not replace what the answer has brought.
      if (accepted !== undefined) return;
      const { codec } = await port.accept({ answer, early: true });
      leg.noteCodec(codec);
    },
    heard: (on) => leg.send({ kind: "earlySound", on }),
    unusable: (error) => deps.log.info("sound before the answer cannot be used", { leg: leg.id, error: String(error) }),
  });

  return {
    leg,
    ring: async (codecs) => {
      leg.openOffers.sent = true;
      try {
        description = (await port.offer({ codecs: preferring(codecs) })).sdp;
        leg.send({ kind: "offerReady" });
      } catch (error) {
        deps.log.warn("no offer could be made", { leg: leg.id, error: String(error) });
        leg.send({ kind: "mediaFailed" });
      }
    },
    fit: async () => {
      // After a reliable 183 the 200 may come without the answer (RFC 3262 §5).
      const answer = accepted?.body === "" ? earlyAnswers.reliableAnswer(accepted) : (accepted?.body ?? "");
      if (answer === "") throw new MediaError("unusable-description", "the 200 has no answer");
      const fitted = await port.accept({ answer });
      leg.noteCodec(fitted.codec);
      leg.openOffers.sent = false;
      leg.noteDescription(answer);
      return fitted;
    },
  };
}

interface InviteParts extends CalleeLegParts {
  readonly leg: Leg;
  readonly sipCallId: string;
  readonly description: string;
}

function inviteOf(parts: InviteParts): SipRequest {
  const { deps, binding, user, caller, asserted = caller, outside, maxForwards, sipCallId } = parts;
  const { description, referredBy, leg } = parts;
  const { realm, randomText } = deps;
  const from = identityOf(caller, realm);
  const headers: readonly HeaderField[] = [
    ["Contact", serializeNameAddr(nameAddr(ownUri(caller.number, realm)))],
    ...CAPABILITIES,
    ...(outside === undefined ? [] : [SUPPORTS_EARLY_MEDIA]),
    ...leg.farHeaders(asserted),
    ...(referredBy === undefined ? [] : [["Referred-By", serializeNameAddr(identityOf(referredBy, realm))] as const]),
    ...(parts.headers ?? []),
    ["Content-Type", "application/sdp"],
  ];
  return createRequest({
    method: "INVITE",
    uri: targetOf(binding, outside),
    from: { ...from, params: withParam(from.params, "tag", randomText(TAG_LENGTH)) },
    to: identityOf({ ...(outside ?? partyOf(user)), name: "" }, realm),
    callId: sipCallId,
    cseq: 1,
    maxForwards,
    headers,
    body: description,
  });
}

/** A gateway gets the number in the Request-URI, at its contact (as in RFC 6140 §5.2). */
function targetOf({ contact: { uri } }: Binding, outside: Party | undefined): Uri {
  return outside === undefined || uri.kind !== "sip" ? uri : { ...uri, user: outside.number };
}
