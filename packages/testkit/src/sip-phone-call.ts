/** One call of a test phone, in either direction. */
import {
  createRequest,
  createUacDialog,
  createUasDialog,
  contactField,
  nameAddr,
  serializeReplaces,
  withParam,
  type ClientTransaction,
  type Dialog,
  type HeaderField,
  type ServerTransaction,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import { describedCodecs, type AudioDescription } from "./audio-description.ts";
import type { CallOptions, PhoneCall, PhoneCallState, PhoneCore } from "./sip-phone-core.ts";

type OwnPart = Pick<PhoneCall, "ring" | "answer" | "reject" | "hangUp">;

interface Mutable {
  state: PhoneCallState;
  invite: SipRequest | undefined;
  response: SipResponse | undefined;
  remoteSdp: string;
  dialog: Dialog | undefined;
  readonly statuses: number[];
  readonly requests: SipRequest[];
}

const SDP_TYPE: HeaderField = ["Content-Type", "application/sdp"];

/** What both directions share: the dialog once it is there. */
function createDialogCall(core: PhoneCore, direction: "outgoing" | "incoming") {
  const facts: Mutable = {
    state: "calling",
    invite: undefined,
    response: undefined,
    remoteSdp: "",
    dialog: undefined,
    statuses: [],
    requests: [],
  };
  const media = core.media();
  const refusals = new Map<string, number>();
  let forgotten: string | undefined;
  let byeAnswer: readonly HeaderField[] | "none" = [];
  let watchers: { readonly state: PhoneCallState; readonly resolve: (state: PhoneCallState) => void }[] = [];

  const go = (state: PhoneCallState): void => {
    if (facts.state === "ended") return;
    facts.state = state;
    const due = watchers.filter((watcher) => watcher.state === state || state === "ended");
    watchers = watchers.filter((watcher) => !due.includes(watcher));
    for (const { resolve } of due) resolve(state);
  };

  const exchange = (request: SipRequest, again: (field: HeaderField) => SipRequest | undefined): Promise<SipResponse> =>
    new Promise((resolve, reject) => {
      core.stack.request(core.connection(), request, {
        onResponse: (response) => {
          if (response.status < 200) return;
          facts.dialog?.receiveResponse(response);
          const field = response.status === 401 ? core.credentials(request, response) : undefined;
          const next = field === undefined ? undefined : again(field);
          if (next !== undefined) resolve(exchange(next, () => undefined));
          else {
            acknowledge(request, response);
            resolve(response);
          }
        },
        onFailure: (failure) => reject(new Error(`${request.method}: ${failure}`)),
      });
    });
  const acknowledge = (request: SipRequest, response: SipResponse): void => {
    if (request.method !== "INVITE" || response.status >= 300 || facts.dialog === undefined) return;
    core.stack.acknowledge(core.connection(), facts.dialog.createAck(request));
  };

  const inDialog = (
    method: string,
    parts: { readonly headers?: readonly HeaderField[]; readonly body?: string } = {},
  ): Promise<SipResponse> => {
    const { dialog } = facts;
    if (dialog === undefined) return Promise.reject(new Error(`${method} needs a dialog`));
    const headers = parts.headers ?? [];
    return exchange(dialog.createRequest(method, { ...parts, headers }), (field) =>
      dialog.createRequest(method, { ...parts, headers: [...headers, field] }),
    );
  };

  const reoffer = async (
    description: AudioDescription,
    method: "INVITE" | "UPDATE" = "INVITE",
  ): Promise<SipResponse> => {
    const body = await media.offer(description);
    const response = await inDialog(method, { headers: [contactField(core.contact), SDP_TYPE], body });
    if (response.status < 300) {
      facts.remoteSdp = response.body;
      await media.accept(response.body);
    }
    return response;
  };

  const take = (transaction: ServerTransaction): void => {
    const { request } = transaction;
    facts.requests.push(request);
    if (forgotten === "all" || forgotten === request.method) {
      transaction.respond(481);
      return;
    }
    facts.dialog?.receiveRequest(request);
    const refusal = refusals.get(request.method);
    if (refusal !== undefined) {
      refusals.delete(request.method);
      transaction.respond(refusal);
      return;
    }
    switch (request.method) {
      case "BYE":
        if (byeAnswer !== "none") transaction.respond(200, { headers: byeAnswer });
        go("ended");
        return;
      case "INVITE":
      case "UPDATE":
        if (request.method === "UPDATE" && request.body === "") {
          transaction.respond(200, { headers: [contactField(core.contact)] });
          return;
        }
        void media.answer(request.body, {}).then((body) => {
          facts.remoteSdp = request.body;
          transaction.respond(200, { headers: [contactField(core.contact), SDP_TYPE], body });
        });
        return;
      default:
        transaction.respond(200);
    }
  };

  /** The call with what its direction does in its own way. */
  const build = (own: OwnPart): PhoneCall => ({
    ...own,
    direction,
    get state() {
      return facts.state;
    },
    get invite() {
      return facts.invite;
    },
    statuses: facts.statuses,
    get response() {
      return facts.response;
    },
    get remoteSdp() {
      return facts.remoteSdp;
    },
    requests: facts.requests,
    get dialog() {
      return facts.dialog;
    },
    until: (state: PhoneCallState): Promise<PhoneCallState> =>
      facts.state === state || facts.state === "ended"
        ? Promise.resolve(facts.state)
        : new Promise((resolve) => watchers.push({ state, resolve })),
    reoffer,
    hold: () => reoffer({ direction: "sendonly" }),
    unhold: () => reoffer({ direction: "sendrecv" }),
    request: inDialog,
    replaces: () => {
      const { dialog } = facts;
      if (dialog === undefined) throw new Error("no dialog to replace");
      const { callId, remoteTag, localTag } = dialog;
      return serializeReplaces({ callId, toTag: remoteTag, fromTag: localTag, earlyOnly: false });
    },
    forget: (what = "all") => {
      forgotten = what;
    },
    refuseNext: (method, status) => void refusals.set(method, status),
    answersByeWith: (answer) => {
      byeAnswer = answer;
    },
    take,
  });
  return { facts, media, go, inDialog, build };
}

export function createOutgoingCall(core: PhoneCore, target: string, options: CallOptions = {}): PhoneCall {
  const { facts, media, go, inDialog, build } = createDialogCall(core, "outgoing");
  let transaction: ClientTransaction | undefined;
  let givenUp = false;

  const send = (request: SipRequest): void => {
    facts.invite = request;
    transaction = core.stack.request(core.connection(), request, {
      onResponse: (response) => void takeResponse(request, response),
      onFailure: () => go("ended"),
    });
  };

  const takeResponse = async (request: SipRequest, response: SipResponse): Promise<void> => {
    const field =
      response.status === 401 && !facts.statuses.includes(401) ? core.credentials(request, response) : undefined;
    if (field !== undefined && !request.headers.some(([name]) => name === "Authorization")) {
      if (givenUp) return go("ended");
      const cseq = { number: request.cseq.number + 1, method: "INVITE" };
      return send({ ...request, cseq, headers: [...request.headers, field] });
    }
    facts.statuses.push(response.status);
    facts.response = response;
    if (response.status < 200) return go("ringing");
    if (response.status < 300) return takeSuccess(request, response);
    go("ended");
  };

  const takeSuccess = async (request: SipRequest, response: SipResponse): Promise<void> => {
    const dialog = createUacDialog(request, response);
    if (dialog === undefined) return;
    facts.dialog = dialog;
    facts.remoteSdp = response.body;
    core.adopt(dialog.key, call);
    const lateOffer = request.body === "";
    const body = lateOffer ? await media.answer(response.body, options.description ?? {}) : "";
    if (options.withoutAck !== true)
      core.stack.acknowledge(
        core.connection(),
        dialog.createAck(request, body === "" ? {} : { headers: [SDP_TYPE], body }),
      );
    if (!lateOffer) await media.accept(response.body);
    go("talking");
    if (givenUp) call.hangUp();
  };

  const start = async (): Promise<void> => {
    const body = options.body ?? (await media.offer(options.description ?? {}));
    const { self } = core;
    const from = nameAddr(options.fromNumber === undefined ? self.uri : core.addressOf(options.fromNumber), {
      displayName: options.displayName ?? self.displayName,
      params: withParam(self.params, "tag", core.random(10)),
    });
    const uri = core.addressOf(target);
    send(
      createRequest({
        method: "INVITE",
        uri,
        from,
        to: nameAddr(uri),
        callId: core.random(16),
        cseq: 1,
        headers: [
          contactField(core.contact),
          core.allow,
          ...(options.headers ?? []),
          ...(body === "" ? [] : [["Content-Type", options.contentType ?? "application/sdp"] as const]),
        ],
        body,
      }),
    );
  };

  const call: PhoneCall = build({
    ring: () => undefined,
    answer: () => Promise.resolve(),
    reject: () => undefined,
    hangUp: () => {
      if (facts.state === "ended") return;
      if (facts.state === "talking") {
        void inDialog("BYE").catch(() => undefined);
        go("ended");
      } else {
        givenUp = true;
        transaction?.cancel();
      }
    },
  });
  void start();
  return call;
}

export function createIncomingCall(core: PhoneCore, transaction: ServerTransaction): PhoneCall {
  const { facts, media, go, inDialog, build } = createDialogCall(core, "incoming");
  const { request } = transaction;
  facts.invite = request;
  facts.remoteSdp = request.body;
  const dialog = createUasDialog(request, transaction.localTag);
  const headers: readonly HeaderField[] = [contactField(core.contact), core.allow];
  transaction.onCancel(() => go("ended"));
  transaction.onEnd((end) => {
    if (end === "connectionClosed") go("ended");
  });

  const call: PhoneCall = build({
    ring: () => {
      transaction.respond(180, { headers });
      go("ringing");
    },
    answer: async (description: AudioDescription = {}) => {
      const body = await media.answer(request.body, {
        codecs: describedCodecs(request.body).slice(0, 1),
        ...description,
      });
      dialog?.confirm();
      if (transaction.respond(200, { headers: [...headers, SDP_TYPE], body }) !== undefined) go("talking");
    },
    reject: (status: number) => {
      transaction.respond(status);
      go("ended");
    },
    hangUp: () => {
      if (facts.state === "talking") void inDialog("BYE").catch(() => undefined);
      else if (facts.state !== "ended") transaction.respond(480);
      go("ended");
    },
  });
  if (dialog !== undefined) {
    facts.dialog = dialog;
    core.adopt(dialog.key, call);
  }
  return call;
}
