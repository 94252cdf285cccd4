/** One call of a test phone, in either direction. */
import {
  createRequest,
  createResponse,
  createUacDialog,
  createUasDialog,
  contactField,
  header,
  nameAddr,
  serialize,
  withParam,
  type ClientTransaction,
  type HeaderField,
  type ServerTransaction,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import { describedCodecs, type AudioDescription } from "./audio-description.ts";
import type { CallOptions, PhoneCall, PhoneCore } from "./sip-phone-core.ts";
import { createDialogCall, SDP_TYPE } from "./sip-phone-dialog.ts";

export function createOutgoingCall(core: PhoneCore, target: string, options: CallOptions = {}): PhoneCall {
  const { facts, media, go, inDialog, build } = createDialogCall(core, "outgoing");
  let transaction: ClientTransaction | undefined;
  let givenUp = false;
  let accepting = Promise.resolve();
  /** RSeq of the reliable responses. */
  const acknowledged = new Set<string>();

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
    if (response.status < 200) {
      if (header(response, "RSeq") !== undefined) takeReliable(request, response);
      go("ringing");
      if (response.body !== "" && request.body !== "") await takeEarly(response.body);
      return;
    }
    if (response.status < 300) return takeSuccess(request, response);
    go("ended");
  };

  /** RFC 3262 §4: a PRACK within the early dialog, once. */
  const takeReliable = (request: SipRequest, response: SipResponse): void => {
    const rseq = header(response, "RSeq") ?? "";
    const dialog = facts.dialog ?? createUacDialog(request, response);
    if (dialog === undefined || acknowledged.has(rseq) || options.withoutPrack === true) return;
    acknowledged.add(rseq);
    facts.dialog = dialog;
    core.adopt(dialog.key, call);
    const headers: readonly HeaderField[] = [["RAck", `${rseq} ${request.cseq.number} INVITE`]];
    void inDialog("PRACK", { headers }).then(({ status }) => facts.pracks.push(status));
  };

  const takeEarly = (sdp: string): Promise<void> => {
    if (sdp === facts.remoteSdp) return accepting;
    facts.remoteSdp = sdp;
    accepting = media.accept(sdp);
    return accepting;
  };

  const takeSuccess = async (request: SipRequest, response: SipResponse): Promise<void> => {
    const dialog = facts.dialog ?? createUacDialog(request, response);
    if (dialog === undefined) return;
    dialog.receiveResponse(response);
    facts.dialog = dialog;
    core.adopt(dialog.key, call);
    const lateOffer = request.body === "";
    if (lateOffer) facts.remoteSdp = response.body;
    const body = lateOffer ? await media.answer(response.body, options.description ?? {}) : "";
    if (options.withoutAck !== true)
      core.stack.acknowledge(
        core.connection(),
        dialog.createAck(request, body === "" ? {} : { headers: [SDP_TYPE], body }),
      );
    if (!lateOffer) await takeEarly(response.body);
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
    early: () => Promise.resolve(),
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

  let described: Promise<string> | undefined;
  /** The answer of an early response is that of the 200 too. */
  const describe = (description: AudioDescription): Promise<string> =>
    (described ??= media.answer(request.body, {
      codecs: describedCodecs(request.body).slice(0, 1),
      ...description,
    }));

  const call: PhoneCall = build({
    ring: () => {
      transaction.respond(180, { headers });
      go("ringing");
    },
    early: async ({ description = {}, headers: more = [], fork, rseq, status = 183, silent } = {}) => {
      const body = silent === true ? "" : await describe(description);
      const reliable: readonly HeaderField[] =
        rseq === undefined
          ? []
          : [
              ["Require", "100rel"],
              ["RSeq", String(rseq)],
            ];
      const parts = { headers: [...headers, ...reliable, ...more, ...(body === "" ? [] : [SDP_TYPE])], body };
      if (fork === undefined) transaction.respond(status, parts);
      else transaction.connection.send(serialize(createResponse(request, status, { ...parts, toTag: fork })));
    },
    answer: async (description: AudioDescription = {}) => {
      const body = await describe(description);
      dialog?.confirm();
      if (transaction.respond(200, { headers: [...headers, SDP_TYPE], body }) !== undefined) go("talking");
    },
    reject: (status: number, more: readonly HeaderField[] = []) => {
      transaction.respond(status, { headers: more });
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
