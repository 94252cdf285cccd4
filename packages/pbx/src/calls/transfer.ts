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
import type { CallRegister } from "./call-register.ts";
import { NO_WATCHER, type Call, type MoveWatcher, type Peer } from "./call.port.ts";
import { ownUri } from "./caller-identity.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { dialledText } from "./dialled-text.ts";
import type { LegIndex } from "./leg-index.ts";
import type { LegReason } from "./leg.model.ts";
import type { Leg } from "./leg.ts";
import type { Moves } from "./moves.port.ts";

export interface TransferDeps {
  readonly realm: string;
  readonly moves: Moves;
  readonly register: CallRegister;
  readonly index: LegIndex<Leg>;
  readonly isOwnHost: (host: string) => boolean;
}

/** Seconds a subscription is said to live: longer than any phone rings. */
const SUBSCRIPTION_SECONDS = 180;
// Spec 2 §8, the reasons of sipua.xfer.failed.
const NO_REFERRER: LegReason = { status: 481, text: "Referer session not found" };
const NO_REPLACED: LegReason = { status: 481, text: "Refer replace session not found" };
const UNFIT: LegReason = { status: 488, text: "No common media" };
const TRYING: LegReason = { status: 100, text: "Trying" };
const RINGING: LegReason = { status: 180, text: "Ringing" };
const DONE: LegReason = { status: 200, text: "OK" };
const CALLER_GONE: LegReason = { status: 487, text: "Request Terminated" };

/** Answers a REFER of a leg's phone; whom the leg talks to is moved on. */
export function createTransfers(deps: TransferDeps): (transaction: ServerTransaction, referrer: Leg) => void {
  const { moves, register, index, isOwnHost } = deps;

  /** Calls whose other side went to where the referrer sent it. */
  const blind = (
    from: { readonly call: Call; readonly other: Peer; readonly referrer: Leg },
    dialled: string,
  ): Tell => {
    const { call, other, referrer } = from;
    return (tell) => {
      const { codec } = call;
      call.part(other.leg);
      moves.sendOn(other.leg, { kind: "number", dialled, by: referrer.user, codec }, watch(tell, { ...from, codec }));
    };
  };

  const watch = (tell: Notify, { call, other, referrer, codec }: Parting): MoveWatcher => {
    let settled = false;
    return {
      rang: () => tell(RINGING),
      answered: () => {
        settled = true;
        tell(DONE);
        call.settle();
      },
      handBack: (reason) => {
        settled = true;
        tell(reason);
        // Nobody waits any more: the referrer is rung, since they sent the call away.
        if (!call.takeBack(other.leg)) recall(other.leg, referrer, codec);
        else register.claim(other.leg, call);
      },
      lost: (cause) => {
        if (settled) return;
        tell(CALLER_GONE);
        call.lose(cause);
      },
    };
  };

  const recall = (leg: Leg, { user }: Leg, codec: Parting["codec"]): void =>
    moves.sendOn(
      leg,
      { kind: "user", user, codec },
      {
        ...NO_WATCHER,
        handBack: (reason) => leg.send({ kind: "hangUp", reason }),
      },
    );

  /** The referrer's other call; phones write the two tags in either order, JsSIP by the direction of the INVITE. */
  const replacedLeg = ({ callId, toTag, fromTag }: Replaces, referrer: Leg): Leg | undefined => {
    const leg = index.byDialog(dialogKey(callId, toTag, fromTag)) ?? index.byDialog(dialogKey(callId, fromTag, toTag));
    return leg !== undefined && leg !== referrer && leg.user.id === referrer.user.id ? leg : undefined;
  };

  const attended = (
    from: { readonly call: Call; readonly other: Peer; readonly referrer: Leg },
    value: string,
  ): Tell => {
    const replaces = parseReplaces(value);
    const leg = replaces === undefined ? undefined : replacedLeg(replaces, from.referrer);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (leg === undefined || call === undefined || call === from.call) return (tell) => tell(NO_REPLACED);
    const far = call.peerOf(leg);
    if (far !== undefined) return meet(from, { call, far });
    if (!call.lone || call.caller !== leg) return (tell) => tell(NO_REPLACED);
    // Nobody has answered yet: the call is given up, and the other side rings where it rang.
    return (tell) => {
      call.giveUp();
      blind(from, call.dialledNumber)(tell);
    };
  };

  const meet = (
    from: { readonly call: Call; readonly other: Peer },
    to: { readonly call: Call; readonly far: Peer },
  ): Tell => {
    const { codec } = from.call;
    if (codec !== to.call.codec) return (tell) => tell(UNFIT);
    return (tell) => {
      from.call.part(from.other.leg);
      to.call.part(to.far.leg);
      moves.bringTogether(from.other, to.far, codec);
      tell(DONE);
      from.call.settle();
      to.call.settle();
    };
  };

  return (transaction, referrer) => {
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

type Notify = (progress: LegReason) => void;
type Tell = (tell: Notify) => void;

interface Parting {
  readonly call: Call;
  readonly other: Peer;
  readonly referrer: Leg;
  readonly codec: Call["codec"];
}

/** The implicit subscription of a REFER: one NOTIFY for each step, and the last ends it (RFC 3515 §2.4.5 to §2.4.7). */
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
