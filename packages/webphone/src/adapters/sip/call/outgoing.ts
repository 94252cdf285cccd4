/** A dialled call: its INVITE (RFC 3261 §13.2), which may be forked, until it is answered, refused or withdrawn. */
import {
  contentType,
  createRequest,
  createUacDialog,
  header,
  nameAddr,
  serializeReplaces,
  serializeUri,
  toTag,
} from "@callpanel/sip";
import type { Dialog, HeaderField, SipRequest, SipResponse } from "@callpanel/sip";
import type { CallSession, DialogId, Replacement, SessionListener } from "../../../ports/user-agent.port.ts";
import { newCallId, SDP } from "../account/account.ts";
import { createCall } from "./call.ts";
import { remoteEnd, systemEnd } from "./call-end.ts";
import { causeOf } from "../account/cause.ts";
import { farEndOf } from "./far-end.ts";
import type { Ground } from "./ground.ts";
import { headersOf } from "./headers.ts";
import { sayBye } from "./in-dialog.ts";
import { sdpHeaders } from "./negotiation.ts";
import { UNWATCHED } from "../account/sender.ts";
import type { Sending } from "../account/sender.ts";

/** Early dialogs of one call, as many as the phone system keeps (CALL-104). */
const MOST_BRANCHES = 8;

export interface Dialled {
  readonly number: string;
  readonly microphone: MediaStream | undefined;
  readonly listener: SessionListener;
  readonly replacement: Replacement | undefined;
}

/** An early dialog, one for each branch of a fork. */
interface Branch {
  readonly dialog: Dialog;
  /** The newest description before the answer. */
  early: string;
  /** RSeq of the newest reliable response (RFC 3262). */
  reliable: number;
}

/** Throws an Error where the browser has no peer connections. */
export function dial(ground: Ground, { number, microphone, listener, replacement }: Dialled): CallSession {
  const callId = newCallId();
  const branches = new Map<string, Branch>();
  let sending: Sending | undefined;
  let answered = false;
  /** One description after the other. */
  let steps = Promise.resolve();

  const call = createCall({
    ground,
    listener,
    sipCallId: callId,
    direction: replacement?.direction ?? "sendrecv",
    pending: { sent: true, received: false },
    withdraw: () => sending?.cancel(),
    byeCame: () => sending?.cancel(),
    early: () => (branches.size === 1 ? [...branches.values()][0]?.dialog : undefined),
  });
  const make = inviteMaker(ground, { number, callId, replaces: replacement?.replaces });

  const branchOf = (response: SipResponse, invite: SipRequest): Branch | undefined => {
    const tag = toTag(response) ?? "";
    const known = branches.get(tag);
    if (known) known.dialog.receiveResponse(response);
    const dialog = known?.dialog ?? createUacDialog(invite, response) ?? dialogWithoutContact(invite, response);
    if (dialog === undefined || known) return known;
    const branch: Branch = { dialog, early: "", reliable: 0 };
    branches.set(tag, branch);
    call.own(dialog);
    return branch;
  };
  const face = (response: SipResponse): void => {
    const far = farEndOf(headersOf(response));
    if (far) call.tell({ kind: "faced", far });
  };
  const progress = (response: SipResponse, invite: SipRequest): void => {
    if (call.isEnded() || answered) return;
    if (branches.size >= MOST_BRANCHES && !branches.has(toTag(response) ?? "")) return;
    const branch = header(response, "Contact") === undefined ? undefined : branchOf(response, invite);
    if (branch && !confirmReliable(ground, { branch, response, invite })) return;
    const sdp = contentType(response) === SDP ? response.body : "";
    steps = steps.then(async () => {
      if (call.isEnded() || answered) return;
      if (sdp !== "" && branch?.early !== sdp) await call.peer.accept("pranswer", sdp).catch(() => undefined);
      if (branch && sdp !== "") branch.early = sdp;
      face(response);
      call.tell(sdp === "" ? { kind: "ringing" } : { kind: "earlyMedia" });
    });
  };
  const accept = (response: SipResponse, invite: SipRequest): void => {
    const branch = branchOf(response, invite);
    if (branch === undefined) return call.finish(systemEnd("Dialog Error"));
    const { dialog, early } = branch;
    ground.acknowledge(dialog.createAck(invite, { headers: ground.account.common }));
    // Another branch of a fork was first, or the CANCEL came too late (RFC 3261 §13.2.2.4, §9.1).
    if (answered || call.isEnded()) return sayBye(ground, dialog);
    answered = true;
    const sdp = contentType(response) === SDP ? response.body : early;
    steps = steps.then(async () => {
      try {
        if (sdp === "") throw new Error("no description");
        await call.peer.accept("answer", sdp);
      } catch {
        sayBye(ground, dialog);
        return call.finish(systemEnd(sdp === "" ? "Missing SDP" : "Bad Media Description", "media"));
      }
      if (call.isEnded()) return sayBye(ground, dialog);
      call.establish(dialog);
      call.acknowledged();
      face(response);
      call.tell({ kind: "accepted" });
    });
  };
  const invite = async (): Promise<void> => {
    const body = await call.peer.offer();
    if (call.isEnded()) return; // PHONE-27
    sending = ground.send(() => make(body), {
      onFailure: (failure) => {
        if (!answered) call.finish(systemEnd(failure === "timeout" ? "Request Timeout" : "Connection Error"));
      },
      onResponse: (response, sent) => {
        if (response.status < 200) progress(response, sent);
        else if (response.status < 300) accept(response, sent);
        else if (!answered) call.finish(remoteEnd(response, causeOf(response.status)));
      },
    });
  };
  try {
    call.peer.open(ground.pcConfig(), microphone);
  } catch (error) {
    ground.onClosed(call.session);
    throw error;
  }
  void invite().catch(() => call.finish(systemEnd("WebRTC Error", "media")));
  return call.session;
}

interface InviteParts {
  readonly number: string;
  readonly callId: string;
  readonly replaces: DialogId | undefined;
}

function inviteMaker(ground: Ground, { number, callId, replaces }: InviteParts): (body: string) => SipRequest {
  const { account } = ground;
  const target = account.target(number);
  let cseq = 0;
  const from = account.newFrom();
  // RFC 3891 §6.1: the tags as the phone system sees them, its own first.
  const replacing: readonly HeaderField[] = replaces
    ? [
        [
          "Replaces",
          serializeReplaces({
            callId: replaces.callId,
            toTag: replaces.remoteTag,
            fromTag: replaces.localTag,
            earlyOnly: false,
          }),
        ],
      ]
    : [];
  return (body) =>
    createRequest({
      method: "INVITE",
      uri: target,
      from,
      to: nameAddr(target),
      callId,
      cseq: (cseq += 1),
      headers: [...sdpHeaders(ground), ...replacing, ...account.common],
      body,
    });
}

/** A 2xx without Contact breaks RFC 3261 §12.1.1; the callee is then where the INVITE went. */
const dialogWithoutContact = (invite: SipRequest, response: SipResponse): Dialog | undefined =>
  createUacDialog(invite, {
    ...response,
    headers: [...response.headers, ["Contact", `<${serializeUri(invite.uri)}>`]],
  });

interface Reliable {
  readonly branch: Branch;
  readonly response: SipResponse;
  readonly invite: SipRequest;
}

/** PRACK (RFC 3262), where the far end insists on it. False for a response that came before. */
function confirmReliable(ground: Ground, { branch, response, invite }: Reliable): boolean {
  const rseq = /^\d{1,10}$/.exec(header(response, "RSeq") ?? "")?.[0];
  if (rseq === undefined || !/\b100rel\b/i.test(header(response, "Require") ?? "")) return true;
  if (branch.reliable > 0 && Number(rseq) !== branch.reliable + 1) return false;
  branch.reliable = Number(rseq);
  const rack: HeaderField = ["RAck", `${rseq} ${invite.cseq.number} INVITE`];
  ground.send(() => branch.dialog.createRequest("PRACK", { headers: [rack, ...ground.account.common] }), UNWATCHED);
  return true;
}
