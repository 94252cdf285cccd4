/** The dialog of a test phone's call: what it knows of it, what it sends in it, and how it answers what comes. */
import {
  contactField,
  serializeReplaces,
  type Dialog,
  type HeaderField,
  type ServerTransaction,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import type { AudioDescription } from "./audio-description.ts";
import type { PhoneCall, PhoneCallState, PhoneCore, PhoneMedia } from "./sip-phone-core.ts";

type OwnPart = Pick<PhoneCall, "ring" | "early" | "answer" | "reject" | "hangUp">;

interface CallFacts {
  state: PhoneCallState;
  invite: SipRequest | undefined;
  response: SipResponse | undefined;
  remoteSdp: string;
  dialog: Dialog | undefined;
  readonly statuses: number[];
  readonly pracks: number[];
  readonly requests: SipRequest[];
}

export const SDP_TYPE: HeaderField = ["Content-Type", "application/sdp"];

interface CallParts {
  readonly core: PhoneCore;
  readonly facts: CallFacts;
  readonly media: PhoneMedia;
}

/** What both directions share: the dialog once it is there. */
export function createDialogCall(core: PhoneCore, direction: "outgoing" | "incoming") {
  const facts: CallFacts = {
    state: "calling",
    invite: undefined,
    response: undefined,
    remoteSdp: "",
    dialog: undefined,
    statuses: [],
    pracks: [],
    requests: [],
  };
  const media = core.media();
  const parts: CallParts = { core, facts, media };
  const { go, until } = createCallStates(facts);
  const { inDialog, reoffer } = createDialogRequests(parts);
  const responses = createDialogResponses(parts, go);

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
    pracks: facts.pracks,
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
    until,
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
    ...responses,
  });
  return { facts, media, go, inDialog, build };
}

/** Changes the state, and resolves what waits for it. An ended call stays ended. */
function createCallStates(facts: CallFacts) {
  let watchers: { readonly state: PhoneCallState; readonly resolve: (state: PhoneCallState) => void }[] = [];

  const go = (state: PhoneCallState): void => {
    if (facts.state === "ended") return;
    facts.state = state;
    const due = watchers.filter((watcher) => watcher.state === state || state === "ended");
    watchers = watchers.filter((watcher) => !due.includes(watcher));
    for (const { resolve } of due) resolve(state);
  };

  const until = (state: PhoneCallState): Promise<PhoneCallState> =>
    facts.state === state || facts.state === "ended"
      ? Promise.resolve(facts.state)
      : new Promise((resolve) => watchers.push({ state, resolve }));

  return { go, until };
}

function createDialogRequests({ core, facts, media }: CallParts) {
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

  return { inDialog, reoffer };
}

type Responses = Pick<PhoneCall, "take" | "forget" | "refuseNext" | "answersByeWith">;

/** Answers the requests of the far end, as a test wants it. */
function createDialogResponses({ core, facts, media }: CallParts, go: (state: PhoneCallState) => void): Responses {
  const refusals = new Map<string, number>();
  let forgotten: string | undefined;
  let byeAnswer: readonly HeaderField[] | "none" = [];

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

  return {
    take,
    forget: (what = "all") => {
      forgotten = what;
    },
    refuseNext: (method, status) => void refusals.set(method, status),
    answersByeWith: (answer) => {
      byeAnswer = answer;
    },
  };
}
