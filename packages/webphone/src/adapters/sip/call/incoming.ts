/** A call that comes in (RFC 3261 §13.3), from its INVITE until it is answered, refused or cancelled. */
import { contactField, createUasDialog, expires } from "@callpanel/sip";
import type { Dialog, HeaderField, ServerTransaction } from "@callpanel/sip";
import type { IncomingCall, SessionListener } from "../../../ports/user-agent.port.ts";
import { createCall } from "./call.ts";
import type { Call } from "./call.ts";
import { localEnd, remoteEnd, systemEnd } from "./call-end.ts";
import { callerOf, keptHeaders, wantsAutoAnswer } from "./caller.ts";
import { farEndOf } from "./far-end.ts";
import type { Ground } from "./ground.ts";
import { headersOf } from "./headers.ts";
import { sayBye } from "./in-dialog.ts";
import { sdpHeaders } from "./negotiation.ts";

const NO_ANSWER_MS = 180_000; // the phone system decides how long a call rings (RFC 3261 timer C)

/** Undefined when the INVITE has no Contact: it is refused. `replaced` ends when this one is answered (RFC 3891 §3). */
export function ring(
  ground: Ground,
  transaction: ServerTransaction,
  replaced: (() => void) | undefined,
): IncomingCall | undefined {
  const { request } = transaction;
  const dialog = createUasDialog(request, transaction.localTag);
  if (dialog === undefined) {
    transaction.respond(400);
    return undefined;
  }
  let listener: SessionListener = () => undefined;
  let rejection = 480;
  const respond = (status: number, headers: readonly HeaderField[] = []): void =>
    void transaction.respond(status, { headers: [...headers, ...ground.account.common] });
  const call: Call = createCall({
    ground,
    listener: (event) => {
      if (event.kind === "ended") stopWaiting();
      listener(event);
    },
    sipCallId: request.callId,
    direction: "sendrecv",
    pending: { sent: false, received: true },
    withdraw: () => respond(rejection),
    byeCame: () => respond(487),
    early: () => undefined, // nobody consults with a call that came in
  });
  const stopWaiting = limitRinging(ground, { call, transaction, respond });
  call.own(dialog);
  let answering = false;

  transaction.onCancel((cancel) => {
    respond(487);
    call.finish(remoteEnd(cancel, "Canceled"));
  });
  const headers = headersOf(request);
  respond(180, [contactField(ground.account.contact)]);
  return {
    ...call.session,
    ...callerOf(headers),
    far: farEndOf(headers),
    autoAnswer: wantsAutoAnswer(headers) || replaced !== undefined,
    headers: keptHeaders(headers),
    listen: (listen) => {
      listener = listen;
    },
    answer: (microphone) => {
      if (call.isEnded() || answering) return;
      answering = true;
      stopWaiting();
      void answer(ground, { call, transaction, dialog, microphone }).then((done) => {
        if (done === "answered") replaced?.();
      });
    },
    reject: (status) => {
      rejection = status;
      if (call.isEnded() || transaction.state !== "proceeding") return;
      respond(status);
      call.finish(localEnd("Rejected"));
    },
  };
}

interface Answering {
  readonly call: Call;
  readonly transaction: ServerTransaction;
  readonly dialog: Dialog;
  readonly microphone: MediaStream;
}

async function answer(
  ground: Ground,
  { call, transaction, dialog, microphone }: Answering,
): Promise<"answered" | "ended"> {
  const { body } = transaction.request;
  try {
    call.peer.open(ground.pcConfig(), microphone);
    const description = body === "" ? await call.peer.offer() : await call.peer.answer(body);
    if (call.isEnded()) return "ended";
    waitForAck(ground, transaction, { call, dialog, isOfferOurs: body === "" });
    const sent = transaction.respond(200, {
      headers: [...sdpHeaders(ground), ...ground.account.common],
      body: description,
    });
    if (sent === undefined) return "ended";
    dialog.confirm();
    call.establish(dialog);
    call.tell({ kind: "accepted" });
    return "answered";
  } catch {
    if (call.isEnded()) return "ended";
    transaction.respond(488);
    call.finish(systemEnd("WebRTC Error", "media"));
    return "ended";
  }
}

interface AckParts {
  readonly call: Call;
  readonly dialog: Dialog;
  /** The INVITE had no offer: its answer comes with the ACK. */
  readonly isOfferOurs: boolean;
}

function waitForAck(ground: Ground, transaction: ServerTransaction, { call, dialog, isOfferOurs }: AckParts): void {
  const fail = (cause: string): void => {
    sayBye(ground, dialog);
    call.finish(systemEnd(cause, "media"));
  };
  transaction.onAck((ack) => {
    if (!isOfferOurs) return;
    if (ack.body === "") return fail("Missing SDP");
    call.peer.accept("answer", ack.body).catch(() => fail("Bad Media Description"));
  });
  transaction.onEnd((end) => {
    call.acknowledged();
    if (end !== "noAck" || call.isEnded()) return;
    sayBye(ground, dialog);
    call.finish(systemEnd("No ACK"));
  });
}

interface Ringing {
  readonly call: Call;
  readonly transaction: ServerTransaction;
  respond(status: number): void;
}

/** Ends a call that nobody answers, and one whose connection is lost; returns how to stop the timers. */
function limitRinging({ clock }: Ground, { call, transaction, respond }: Ringing): () => void {
  const end = (status: number, cause: string): void => {
    respond(status);
    call.finish(systemEnd(cause));
  };
  const cancels = [clock.setTimeout(() => end(408, "No Answer"), NO_ANSWER_MS)];
  const seconds = expires(transaction.request);
  if (seconds !== undefined && seconds > 0 && seconds * 1_000 < NO_ANSWER_MS)
    cancels.push(clock.setTimeout(() => end(487, "Expires"), seconds * 1_000));
  transaction.onEnd((why) => {
    if (why === "connectionClosed") call.finish(systemEnd("Connection Error"));
  });
  return () => {
    for (const cancel of cancels) cancel();
  };
}
