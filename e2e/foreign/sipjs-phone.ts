/** SIP.js in Node, with a session description handler over a test peer. */
import {
  Inviter,
  Registerer,
  RegistererState,
  SessionState,
  UserAgent,
  type Invitation,
  type Session,
  type SessionDescriptionHandler,
  type SessionDescriptionHandlerModifier,
} from "sip.js";
import { WebSocket } from "ws";
import type { MediaPeer } from "@callpanel/testkit";
import { createPeer, deferred, type ForeignAccount, type ForeignCall, type ForeignPhone } from "./foreign-phone.ts";

interface PeerHandler extends SessionDescriptionHandler {
  readonly peer: MediaPeer;
}

const handlers = new WeakMap<SessionDescriptionHandler, MediaPeer>();

function createHandler(): PeerHandler {
  const peer = createPeer();
  let remoteOffer: string | undefined;
  let offered = false;
  const handler: PeerHandler = {
    peer,
    getDescription: async (_, modifiers = []) => {
      const isAnswer = remoteOffer !== undefined;
      let description: RTCSessionDescriptionInit = {
        type: isAnswer ? "answer" : "offer",
        sdp: remoteOffer === undefined ? await peer.offer() : await peer.answer(remoteOffer),
      };
      offered = !isAnswer;
      remoteOffer = undefined;
      for (const modify of modifiers) description = await modify(description);
      return { body: description.sdp ?? "", contentType: "application/sdp" };
    },
    setDescription: async (sdp) => {
      if (offered) await peer.accept(sdp);
      else remoteOffer = sdp;
      offered = false;
    },
    hasDescription: (type) => type === "application/sdp",
    rollbackDescription: () => Promise.resolve(),
    sendDtmf: () => false,
    close: () => void peer.close(),
  };
  handlers.set(handler, peer);
  return handler;
}

const turned =
  (direction: string): SessionDescriptionHandlerModifier =>
  ({ type, sdp = "" }) =>
    Promise.resolve({ type, sdp: sdp.replace(/a=(?:sendrecv|sendonly|recvonly|inactive)\r/g, `a=${direction}\r`) });

export function createSipJsPhone(account: ForeignAccount): ForeignPhone {
  Object.defineProperty(globalThis, "WebSocket", { value: WebSocket, configurable: true, writable: true });
  const waiting: ((call: ForeignCall) => void)[] = [];
  const arrived: ForeignCall[] = [];
  const uri = UserAgent.makeURI(account.uri);
  if (uri === undefined) throw new Error(`no SIP address: ${account.uri}`);
  const agent = new UserAgent({
    uri,
    transportOptions: { server: account.server },
    authorizationUsername: account.username,
    authorizationPassword: account.secret,
    sessionDescriptionHandlerFactory: createHandler,
    logBuiltinEnabled: false,
    delegate: {
      onInvite: (invitation) => {
        const call = incomingCall(invitation);
        const next = waiting.shift();
        if (next === undefined) arrived.push(call);
        else next(call);
      },
    },
  });
  const registerer = new Registerer(agent);
  const reach = (wanted: RegistererState): Promise<void> => {
    const done = deferred();
    registerer.stateChange.addListener((state) => {
      if (state === wanted) done.resolve();
    });
    return done.promise;
  };

  return {
    make: "SIP.js",
    register: async () => {
      await agent.start();
      const done = deferred();
      await registerer.register({
        requestDelegate: {
          onAccept: done.resolve,
          onReject: ({ message }) => done.reject(new Error(String(message.statusCode))),
        },
      });
      await done.promise;
    },
    unregister: async () => {
      const done = reach(RegistererState.Unregistered);
      await registerer.unregister();
      await done;
    },
    call: (number) => {
      const target = UserAgent.makeURI(`sip:${number}@${account.realm}`);
      if (target === undefined) throw new Error(`no SIP address: ${number}`);
      return outgoingCall(new Inviter(agent, target));
    },
    incoming: () => {
      const call = arrived.shift();
      return call === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(call);
    },
    stop: () => agent.stop(),
  };
}

type Common = Omit<ForeignCall, "accept" | "reject" | "hangUp"> & { readonly refused: (status: string) => void };

function commonOf(session: Session): Common {
  const answered = deferred();
  const ended = deferred();
  const digits: string[] = [];
  session.stateChange.addListener((state) => {
    if (state === SessionState.Established) answered.resolve();
    if (state === SessionState.Terminated) {
      // The status, if there is one, is reported just after.
      queueMicrotask(() => answered.reject(new Error("ended")));
      ended.resolve();
    }
  });
  session.delegate = {
    onInfo: (info) => {
      const signal = /Signal=(\S+)/.exec(info.request.body)?.[1];
      if (signal !== undefined) digits.push(signal);
      void info.accept();
    },
  };
  const turn = async (direction: string): Promise<void> => {
    const done = deferred();
    await session.invite({
      sessionDescriptionHandlerModifiers: [turned(direction)],
      requestDelegate: {
        onAccept: () => done.resolve(),
        onReject: ({ message }) => done.reject(new Error(String(message.statusCode))),
      },
    });
    await done.promise;
  };
  return {
    sound: () => {
      const { sessionDescriptionHandler: handler } = session;
      const peer = handler === undefined ? undefined : handlers.get(handler);
      if (peer === undefined) throw new Error("no sound yet");
      return peer;
    },
    from: { name: session.remoteIdentity.displayName, number: session.remoteIdentity.uri.user ?? "" },
    answered: answered.promise,
    ended: ended.promise,
    digits,
    refused: (status) => answered.reject(new Error(status)),
    hold: () => turn("sendonly"),
    unhold: () => turn("sendrecv"),
    sendDigit: async (digit) => {
      const content = `Signal=${digit}\r\nDuration=200\r\n`;
      const body = { contentDisposition: "render", contentType: "application/dtmf-relay", content };
      await session.info({ requestOptions: { body } });
    },
  };
}

function outgoingCall(inviter: Inviter): ForeignCall {
  const common = commonOf(inviter);
  void inviter.invite({
    requestDelegate: { onReject: ({ message }) => common.refused(String(message.statusCode)) },
  });
  return {
    ...common,
    accept: () => common.answered,
    reject: () => Promise.reject(new Error("an outgoing call is not rejected")),
    hangUp: async () => {
      if (inviter.state === SessionState.Established) await inviter.bye();
      else await inviter.cancel();
    },
  };
}

function incomingCall(invitation: Invitation): ForeignCall {
  const common = commonOf(invitation);
  return {
    ...common,
    accept: async () => {
      await invitation.accept();
      await common.answered;
    },
    reject: (status) => invitation.reject({ statusCode: status }),
    hangUp: async () => {
      await invitation.bye();
    },
  };
}
