/** One call as a CallSession: what an outgoing and an incoming one have in common, from its first message to its end. */
import type { Dialog, HeaderField } from "@callpanel/sip";
import type { CallEnd, CallSession, SessionEvent } from "../../../ports/user-agent.port.ts";
import { localEnd, remoteEnd, systemEnd } from "./call-end.ts";
import { createDigitLine } from "./digits.ts";
import type { DialogOwner, Ground } from "./ground.ts";
import { createNegotiation } from "./negotiation.ts";
import type { Negotiation } from "./negotiation.ts";
import { createPeer } from "./peer.ts";
import type { Peer } from "./peer.ts";
import { createReferrals } from "./referrals.ts";
import { createRequester, sayBye } from "./in-dialog.ts";
import { createTaker } from "./requests.ts";
import { countSound } from "./sound-count.ts";

export interface Call {
  readonly session: CallSession;
  readonly peer: Peer;
  readonly tell: (event: SessionEvent) => void;
  isEnded(): boolean;
  /** Takes the requests of a dialog, early or not, until the call ends. */
  own(dialog: Dialog): void;
  /** There is a dialog, and sound both ways. */
  establish(dialog: Dialog): void;
  /** The ACK to this side's 2xx has come, or will not: BYE may be said. */
  acknowledged(): void;
  finish(end: CallEnd): void;
}

export interface CallParts {
  readonly ground: Ground;
  readonly sipCallId: string;
  readonly listener: (event: SessionEvent) => void;
  readonly direction: "sendrecv" | "sendonly";
  /** Cancels or refuses a call that is not established. */
  withdraw(): void;
  /** A BYE before the call is established (RFC 3261 §15.1.2). */
  byeCame(): void;
  /** The dialog of a call that rings; undefined: there is none, or there are several. */
  early(): Dialog | undefined;
  /** The first offer has no answer. */
  readonly pending: { readonly sent: boolean; readonly received: boolean };
}

/** What a REFER with Replaces must know of the other call. */
const dialogs = new WeakMap<CallSession, () => Dialog | undefined>();

export function createCall(parts: CallParts): Call {
  const { ground, listener } = parts;
  let phase: "trying" | "established" | "ended" = "trying";
  let dialog: Dialog | undefined;
  let owned: (() => void)[] = [];
  let postponedBye: (() => void) | undefined;
  let isAcknowledged = false;
  let report: HeaderField[] = [];

  const tell = (event: SessionEvent): void => {
    if (phase !== "ended") listener(event);
  };
  const peer = createPeer({
    clock: ground.clock,
    direction: parts.direction,
    learnsCandidates: () => ground.learnsCandidates(),
    onSound: (stream) => tell({ kind: "remoteSound", stream }),
    onIce: (state) => {
      if (state === "connected" || state === "completed") tell({ kind: "path", path: "up" });
      if (state === "disconnected" || state === "failed") tell({ kind: "path", path: "down" });
      if (state === "failed" && phase === "trying") withdraw(systemEnd("RTP Timeout", "media"));
    },
  });
  const finish = (end: CallEnd): void => {
    if (phase === "ended") return;
    phase = "ended";
    for (const leave of owned) leave();
    owned = [];
    negotiation.end();
    referrals.end();
    peer.close();
    ground.onClosed(session);
    listener({ kind: "ended", end });
  };
  const withdraw = (end: CallEnd): void => {
    parts.withdraw();
    finish(end);
  };
  const request = createRequester({
    ground,
    dialog: () => (phase === "established" ? dialog : undefined),
    lost: () => hangUp(systemEnd("Dialog Error")),
  });
  /** RFC 3261 §15: not before the ACK has come. */
  const hangUp = (end: CallEnd): void => {
    const within = dialog;
    if (phase !== "established" || within === undefined) return;
    const said = report;
    if (isAcknowledged) sayBye(ground, within, said);
    else postponedBye = () => ground.whenConnected(() => sayBye(ground, within, said));
    finish(end);
  };
  const negotiation: Negotiation = createNegotiation({
    ground,
    peer,
    request,
    isReady: () => isAcknowledged,
    pending: () => (phase === "trying" ? parts.pending : NOT_PENDING),
    isEnded: () => phase === "ended",
    dialog: () => dialog,
  });
  const referrals = createReferrals({ account: ground.account, request });
  const digits = createDigitLine(peer, request);

  const owner: DialogOwner = {
    receive: createTaker({
      tell,
      negotiation,
      referrals,
      report: () => report,
      byeCame: (bye) => {
        if (phase === "trying") parts.byeCame();
        finish(remoteEnd(bye, "Terminated"));
      },
    }),
    replaced: () => (phase === "trying" ? withdraw(REPLACED) : hangUp(REPLACED)),
  };

  const session: CallSession = {
    sipCallId: parts.sipCallId,
    dialog: () => dialog && { callId: dialog.callId, localTag: dialog.localTag, remoteTag: dialog.remoteTag },
    terminate: () => {
      if (phase === "trying") return withdraw(localEnd("Canceled"));
      if (phase === "established") ground.whenConnected(() => hangUp(localEnd("Terminated")));
    },
    setDirection: (direction) => negotiation.setDirection(direction),
    restartIce: () => negotiation.restartIce(),
    countSound: () => countSound(peer.connection(), ground.clock.now()),
    reportQuality: (text) => {
      report = [["X-Call-Quality", text]];
    },
    silence: (silence) => peer.silence(silence),
    sendDigit: (digit) => digits.send(digit),
    refer: (number, replaced, listen) => {
      const other = replaced && dialogs.get(replaced)?.();
      if (replaced && !other) throw new Error("Refer replace session not found");
      if (phase !== "established") throw new Error("Referer session not found");
      referrals.send(number, other, listen);
    },
    replaceMicrophone: (stream) => peer.replaceMicrophone(stream),
  };
  dialogs.set(session, () => (phase === "trying" ? parts.early() : phase === "established" ? dialog : undefined));
  ground.onOpened(session);
  return {
    session,
    peer,
    tell,
    isEnded: () => phase === "ended",
    own: (taken) => {
      if (phase !== "ended") owned.push(ground.own(taken, owner));
    },
    establish: (made) => {
      if (phase === "ended") return;
      phase = "established";
      dialog = made;
    },
    acknowledged: () => {
      isAcknowledged = true;
      postponedBye?.();
      postponedBye = undefined;
    },
    finish,
  };
}

const NOT_PENDING = { sent: false, received: false };
const REPLACED: CallEnd = { ...localEnd("Replaced"), by: "remote", fault: "none" };
