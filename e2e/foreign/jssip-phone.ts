/** JsSIP in Node: its own WebSocket is a browser's, so it gets one of `ws` by its socket interface. */
import JsSIP from "jssip";
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent, RTCSessionEvent } from "jssip/lib/UA";
import type { IncomingDTMFEvent, OutgoingDTMFEvent, RTCSession } from "jssip/lib/RTCSession";
import type { Socket } from "jssip/lib/Socket";
import { WebSocket } from "ws";
import { deferred, type ForeignAccount, type ForeignCall, type ForeignPhone } from "./foreign-phone.ts";
import { installBrowserGlobals, peerOf } from "./peer-connection.ts";

export function createJsSipPhone(account: ForeignAccount): ForeignPhone {
  installBrowserGlobals();
  const waiting: ((call: ForeignCall) => void)[] = [];
  const arrived: ForeignCall[] = [];
  const ua = new JsSIP.UA({
    sockets: [createSocket(account.server)],
    uri: account.uri,
    authorization_user: account.username,
    realm: account.realm,
    password: account.secret,
    register: false,
    session_timers: false,
  });
  const connected = deferred();
  ua.on("connected", () => connected.resolve());
  ua.on("newRTCSession", (event: RTCSessionEvent | IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
    if (event.originator !== "remote") return;
    const call = callOf(event.session);
    const next = waiting.shift();
    if (next === undefined) arrived.push(call);
    else next(call);
  });
  ua.start();

  return {
    make: "JsSIP",
    register: async () => {
      await connected.promise;
      const done = deferred();
      ua.once("registered", () => done.resolve());
      ua.once("registrationFailed", ({ cause }) => done.reject(new Error(String(cause))));
      ua.register();
      await done.promise;
    },
    unregister: async () => {
      const done = deferred();
      ua.once("unregistered", () => done.resolve());
      ua.unregister();
      await done.promise;
    },
    call: (number) => {
      const session = ua.call(number, { mediaConstraints: { audio: true, video: false } });
      return callOf(session);
    },
    incoming: () => {
      const call = arrived.shift();
      return call === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(call);
    },
    stop: () => {
      ua.stop();
      return Promise.resolve();
    },
  };
}

function callOf(session: RTCSession): ForeignCall {
  const answered = deferred();
  const ended = deferred();
  const digits: string[] = [];
  session.on("confirmed", () => answered.resolve());
  session.on("ended", () => ended.resolve());
  session.on("failed", ({ message, cause }) => {
    const status: unknown = message !== null && "status_code" in message ? message.status_code : cause;
    answered.reject(new Error(String(status)));
    ended.resolve();
  });
  session.on("newDTMF", ({ originator, dtmf }: IncomingDTMFEvent | OutgoingDTMFEvent) => {
    if (String(originator) === "remote") digits.push(dtmf.tone);
  });
  const change = async (start: (done: () => void) => boolean): Promise<void> => {
    const done = deferred();
    if (!start(done.resolve)) throw new Error("JsSIP is not ready for that");
    await done.promise;
  };
  return {
    sound: () => peerOf(session.connection),
    from: { name: session.remote_identity.display_name, number: session.remote_identity.uri.user },
    answered: answered.promise,
    ended: ended.promise,
    digits,
    accept: async () => {
      session.answer({ mediaConstraints: { audio: true, video: false } });
      await answered.promise;
    },
    reject: (status) => Promise.resolve(session.terminate({ status_code: status })),
    hangUp: () => Promise.resolve(session.terminate()),
    hold: () => change((done) => session.hold({}, done)),
    unhold: () => change((done) => session.unhold({}, done)),
    sendDigit: (digit) => Promise.resolve(session.sendDTMF(digit)),
  };
}

function createSocket(url: string): Socket {
  let socket: WebSocket | undefined;
  const own: Socket = {
    url,
    via_transport: "WS",
    sip_uri: `sip:${new URL(url).host};transport=ws`,
    connect: () => {
      socket = new WebSocket(url, "sip");
      socket.on("open", () => own.onconnect());
      socket.on("message", (frame) => own.ondata(Buffer.isBuffer(frame) ? frame.toString() : ""));
      socket.on("close", (code, reason) => own.ondisconnect(false, code, reason.toString()));
      socket.on("error", () => undefined);
    },
    disconnect: () => socket?.close(),
    send: (message) => {
      socket?.send(message);
      return true;
    },
    isConnected: () => socket?.readyState === WebSocket.OPEN,
    isConnecting: () => socket?.readyState === WebSocket.CONNECTING,
    onconnect: () => undefined,
    ondisconnect: () => undefined,
    ondata: () => undefined,
  };
  return own;
}
