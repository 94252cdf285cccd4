/** A page with nothing but the user agent, for phone systems that are not ours; what it exposes is driven by a journey. */
import { type CallSession, createBrowserDeps, type UserAgent, type UserAgentEvent } from "@callpanel/webphone";

type IncomingCall = Extract<UserAgentEvent, { readonly kind: "incoming" }>["call"];
type SessionEvent = Parameters<Parameters<UserAgent["call"]>[2]>[0];

export interface AgentPage {
  start(account: {
    readonly url: string;
    readonly realm: string;
    readonly username: string;
    readonly ha1: string;
  }): Promise<void>;
  call(number: string): Promise<void>;
  answer(): Promise<void>;
  hold(): Promise<void>;
  unhold(): Promise<void>;
  restartIce(): Promise<void>;
  hangUp(): void;
  /** Kinds of what the user agent and its call said. */
  told(): readonly string[];
}

declare global {
  interface Window {
    agentPage: AgentPage;
  }
}

let agent: UserAgent | undefined;
let session: CallSession | undefined;
let incoming: IncomingCall | undefined;
const told: string[] = [];
const player = new Audio();

const hear = (event: SessionEvent): void => {
  told.push(event.kind);
  if (event.kind !== "remoteSound") return;
  player.srcObject = event.stream;
  void player.play();
};
const onEvent = (event: UserAgentEvent): void => {
  told.push(event.kind);
  if (event.kind !== "incoming") return;
  incoming = event.call;
  session = event.call;
  event.call.listen(hear);
};
const microphone = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false } });
const opened = (): CallSession => {
  if (session === undefined) throw new Error("no call");
  return session;
};

window.agentPage = {
  start: async ({ url, realm, username, ha1 }) => {
    const deps = createBrowserDeps();
    await deps.callCode.load();
    agent = deps.createUserAgent(
      {
        uri: `sip:${username}@${realm}`,
        realm,
        ha1,
        displayName: username,
        userAgentName: "callpanel/interop",
        proxies: [{ url, weight: 0 }],
        iceServers: () => [],
      },
      onEvent,
    );
    agent.start();
  },
  call: async (number) => {
    session = agent?.call(number, await microphone(), hear);
  },
  answer: async () => incoming?.answer(await microphone()),
  hold: () => {
    opened().silence("on");
    return opened().setDirection("sendonly");
  },
  unhold: async () => {
    await opened().setDirection("sendrecv");
    opened().silence("off");
  },
  restartIce: () => opened().restartIce(),
  hangUp: () => opened().terminate(),
  told: () => told,
};
