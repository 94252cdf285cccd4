/** Transfer by REFER within a dialog (RFC 3515, RFC 5589): docs/spec/transfer.md. */
import {
  dialogKey,
  nameAddr,
  parseReplaces,
  referTo,
  serializeNameAddr,
  sipfrag,
  SIPFRAG_TYPE,
  type Replaces,
  type ServerTransaction,
} from "@callpanel/sip";
import type { CallRegister } from "../call/call-register.ts";
import type { Call, Peer } from "../call/call.port.ts";
import { ownUri } from "../../signalling/caller-identity.ts";
import { CAPABILITIES } from "../../signalling/capabilities.ts";
import { dialledText } from "../../signalling/dialled-text.ts";
import type { LegIndex } from "../leg/leg-index.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { partyOf } from "../leg/leg.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { Moves } from "../call/moves.port.ts";
import type { Notify, PassOn } from "./passing-on.ts";

export interface TransferDeps {
  readonly realm: string;
  readonly moves: Moves;
  readonly register: CallRegister;
  readonly passOn: PassOn;
  readonly index: LegIndex<Leg>;
  readonly isOwnHost: (host: string) => boolean;
}

/** Lifetime of a subscription in seconds: longer than any phone rings. */
const SUBSCRIPTION_SECONDS = 180;
// Spec 2 §8, the reasons of sipua.xfer.failed.
const NO_REFERRER: LegReason = { status: 481, text: "Referer session not found" };
const NO_REPLACED: LegReason = { status: 481, text: "Refer replace session not found" };
const TRYING: LegReason = { status: 100, text: "Trying" };
const DONE: LegReason = { status: 200, text: "OK" };

/** Responds to a REFER of a leg's phone and moves the far end of the leg. */
export function createTransfers(deps: TransferDeps): (transaction: ServerTransaction, referrer: Leg) => void {
  const { moves, register, index, isOwnHost, passOn } = deps;

  const blind =
    ({ call, other, referrer }: From, dialled: string): Tell =>
    (tell) =>
      passOn({ call, leg: other.leg, by: referrer.user }, dialled, tell);

  /**
   * The referrer's other call. Phones write the two tags in either order; JsSIP writes them by the direction of the
   * INVITE.
   */
  const replacedLeg = ({ callId, toTag, fromTag }: Replaces, referrer: Leg): Leg | undefined => {
    const leg = index.byDialog(dialogKey(callId, toTag, fromTag)) ?? index.byDialog(dialogKey(callId, fromTag, toTag));
    return leg !== undefined && leg !== referrer && leg.user.id === referrer.user.id ? leg : undefined;
  };

  const attended = (from: From, value: string): Tell => {
    const replaces = parseReplaces(value);
    const leg = replaces === undefined ? undefined : replacedLeg(replaces, from.referrer);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (leg === undefined || call === undefined || call === from.call) return (tell) => tell(NO_REPLACED);
    const far = call.peerOf(leg);
    if (far !== undefined) return meet(from, { call, far });
    if (!call.lone || call.caller !== leg) return (tell) => tell(NO_REPLACED);
    // The second call is not answered yet: it is dropped, and the far end is sent to the number it had dialled.
    return (tell) => {
      call.giveUp();
      blind(from, call.dialledNumber)(tell);
    };
  };

  const meet = (from: From, to: { readonly call: Call; readonly far: Peer }): Tell => {
    const { codec } = from.call;
    return (tell) => {
      const by = from.referrer.user.id;
      from.call.part(from.other.leg, { how: "attended", to: to.far.party.number, by });
      to.call.part(to.far.leg, { how: "attended", to: from.other.party.number, by });
      moves.bringTogether(from.other, to.far, codec, partyOf(from.referrer.user));
      tell(DONE);
      from.call.settle();
      to.call.settle();
    };
  };

  return (transaction, referrer) => {
    if (referrer.user.trunk === true) return void transaction.respond(403, { reason: "Not by an outside line" });
    const target = referTo(transaction.request);
    if (target === undefined) return void transaction.respond(400, { reason: "No Refer-To" });
    const contact = serializeNameAddr(nameAddr(ownUri(undefined, deps.realm)));
    transaction.respond(202, { headers: [["Contact", contact], ...CAPABILITIES] });
    const tell = notifier(referrer, transaction.request.cseq.number, contact);
    const call = register.callOf(referrer);
    const other = call?.peerOf(referrer);
    if (call === undefined || other === undefined) return tell(NO_REFERRER);
    tell(TRYING);
    const { uri } = target;
    const replaces = uri.kind === "sip" ? headerOf(uri.headers, "replaces") : undefined;
    const from = { call, other, referrer };
    const go = replaces === undefined ? blind(from, dialledText(uri, isOwnHost)) : attended(from, replaces);
    go(tell);
  };
}

type Tell = (tell: Notify) => void;

interface From {
  readonly call: Call;
  readonly other: Peer;
  readonly referrer: Leg;
}

/** The implicit subscription of a REFER: one NOTIFY for each step; the last one ends it (RFC 3515 §2.4.5 to §2.4.7). */
function notifier(referrer: Leg, id: number, contact: string): Notify {
  return ({ status, text }) =>
    referrer.request("NOTIFY", {
      headers: [
        ["Contact", contact],
        ["Event", `refer;id=${id}`],
        [
          "Subscription-State",
          status < 200 ? `active;expires=${SUBSCRIPTION_SECONDS}` : "terminated;reason=noresource",
        ],
        ["Content-Type", SIPFRAG_TYPE],
      ],
      body: sipfrag(status, text),
    });
}

function headerOf(headers: ReadonlyMap<string, string | undefined>, name: string): string | undefined {
  for (const [key, value] of headers) if (key.toLowerCase() === name) return value;
  return undefined;
}
