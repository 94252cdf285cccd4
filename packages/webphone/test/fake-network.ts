/** A SIP network that a test plays: the far ends of calls, and what a user agent is asked for. */
import type { SoundCount } from "../src/model/quality.ts";
import { CONFIGURATION_ERROR, PublishError } from "../src/ports/user-agent.port.ts";
import type {
  CallEnd,
  CallSession,
  CreateUserAgent,
  IncomingCall,
  ReferListener,
  SessionEvent,
  SessionListener,
  UserAgentEvent,
  UserAgentSettings,
} from "../src/ports/user-agent.port.ts";

export const REMOTE_BYE: CallEnd = {
  by: "remote",
  fault: "none",
  statusCode: undefined,
  reasonCause: undefined,
  cause: "Terminated",
};

/** The far end of one call. */
export interface FarSession {
  readonly session: CallSession;
  readonly number: string;
  /** What was asked of the session, in order. */
  readonly asked: string[];
  says(event: SessionEvent): void;
  /** What muting and unmuting throw. */
  silenceFault: string | undefined;
  /** A hold or unhold is refused from now on, or never answered. */
  redirects: "accepted" | "refused" | "silent";
  /** The same of an ICE restart. */
  restarts: "accepted" | "refused" | "silent";
  /** What is counted of its sound; without it the browser refuses to say. */
  counts: SoundCount | undefined;
  /** What the end of the call would report. */
  report: string;
  /** Whether a REFER of another call can name its dialog: not before the far end has responded. */
  hasDialog: boolean;
  /** Reports the progress of the last REFER. */
  refers: ReferListener;
}

export interface FakeNetwork {
  readonly asked: string[];
  readonly sessions: FarSession[];
  settings(): UserAgentSettings | undefined;
  /** What the user agent says of settings it cannot use. */
  complaint: string | undefined;
  /** What the user agent throws when it is asked for a start or a call. */
  faults: { start?: string; call?: string };
  says(event: UserAgentEvent): void;
  /** Speaks for the user agent made last, even when another has followed. */
  speaker(): (event: UserAgentEvent) => void;
  options: "answered" | "failed" | "silent";
  publishes: "taken" | "refused" | "silent";
  /** The entity tags that hold; a publication with another is 412. */
  readonly tags: Set<string>;
  /** The expiry that is granted, in seconds; undefined: the one that was requested. */
  grants: number | undefined;
  /** A call comes in. */
  rings(number: string, more?: { name?: string; autoAnswer?: boolean; headers?: Record<string, string> }): FarSession;
  readonly create: CreateUserAgent;
}

export function createFakeNetwork(): FakeNetwork {
  const asked: string[] = [];
  const sessions: FarSession[] = [];
  let settings: UserAgentSettings | undefined;
  let onEvent: (event: UserAgentEvent) => void = () => undefined;

  const makeSession = (number: string): MadeSession => {
    const made = createFarSession(number, `sip-${sessions.length + 1}`);
    sessions.push(made.far);
    return made;
  };

  const network: FakeNetwork = {
    asked,
    sessions,
    settings: () => settings,
    complaint: undefined,
    faults: {},
    says: (event) => onEvent(event),
    speaker: () => onEvent,
    options: "answered",
    publishes: "taken",
    tags: new Set(),
    grants: undefined,
    rings: (number, { name = "", autoAnswer = false, headers = {} } = {}) => {
      const { far, listen } = makeSession(number);
      const call: IncomingCall = {
        ...far.session,
        number,
        name,
        autoAnswer,
        headers,
        listen,
        answer: () => void far.asked.push("answer"),
        reject: (statusCode) => {
          far.asked.push(`reject ${statusCode}`);
          // As the user agent does: synchronously, with an end that does not show who rejected the call.
          const end = { by: "system", fault: "other", statusCode, reasonCause: undefined, cause: "Rejected" } as const;
          far.says({ kind: "ended", end });
        },
      };
      onEvent({ kind: "incoming", call });
      return far;
    },
    create: (given, listener) => {
      if (network.complaint !== undefined)
        throw Object.assign(new Error(network.complaint), { name: CONFIGURATION_ERROR });
      settings = given;
      onEvent = listener;
      const note = (what: string) => () => void asked.push(what);
      return {
        start: () => {
          if (network.faults.start !== undefined) throw new Error(network.faults.start);
          asked.push("start");
        },
        register: note("register"),
        useHa1: (ha1) => void asked.push(`ha1 ${ha1}`),
        unregister: note("unregister"),
        reconnect: note("reconnect"),
        stop: note("stop"),
        sendOptions: (done) => {
          asked.push("options");
          if (network.options !== "silent") done(network.options);
        },
        publish: ({ event, body, expiresSeconds, ifMatch }) => {
          asked.push(["publish", event, ...(ifMatch === undefined ? [] : [ifMatch]), expiresSeconds, body].join(" "));
          if (network.publishes === "silent") return new Promise(() => undefined);
          if (network.publishes === "refused") return Promise.reject(new PublishError("Forbidden", 403));
          if (ifMatch !== undefined && !network.tags.delete(ifMatch))
            return Promise.reject(new PublishError("Conditional Request Failed", 412));
          const tag = `tag${asked.length}`;
          if (expiresSeconds > 0) network.tags.add(tag);
          return Promise.resolve({ tag, expiresSeconds: network.grants ?? expiresSeconds });
        },
        call: (number, microphone, listener, replacement) => {
          if (network.faults.call !== undefined) throw new Error(network.faults.call);
          const made = makeSession(number);
          if (replacement)
            made.far.asked.push(`replaces ${replacement.replaces.callId}`, `offers ${replacement.direction}`);
          if (microphone === undefined) made.far.asked.push("sends nothing");
          made.listen(listener);
          return made.far.session;
        },
      };
    },
  };
  return network;
}

interface MadeSession {
  readonly far: FarSession;
  readonly listen: (listener: SessionListener) => void;
}

const dialogs = new WeakMap<CallSession, () => boolean>();

function createFarSession(number: string, sipCallId: string): MadeSession {
  let listener: SessionListener = () => undefined;
  const notes: string[] = [];
  const session: CallSession = {
    sipCallId,
    dialog: () => ({ callId: session.sipCallId, localTag: "near", remoteTag: "far" }),
    terminate: () => void notes.push("terminate"),
    setDirection: (direction) => {
      notes.push(direction);
      if (far.redirects === "accepted") return Promise.resolve();
      return far.redirects === "refused" ? Promise.reject(new Error("488")) : new Promise(() => undefined);
    },
    countSound: () => (far.counts ? Promise.resolve(far.counts) : Promise.reject(new Error("no stats"))),
    reportQuality: (report) => {
      far.report = report;
    },
    restartIce: () => {
      notes.push("restartIce");
      if (far.restarts === "accepted") return Promise.resolve();
      return far.restarts === "refused" ? Promise.reject(new Error("500")) : new Promise(() => undefined);
    },
    silence: (silence) => {
      if (far.silenceFault !== undefined) throw new Error(far.silenceFault);
      notes.push(`silence ${silence}`);
    },
    sendDigit: (digit) => void notes.push(`digit ${digit}`),
    refer: (target, replaced, listen) => {
      if (replaced && !dialogs.get(replaced)?.()) throw new Error("Refer replace session not found");
      notes.push(["refer", target, ...(replaced ? [replaced.sipCallId] : [])].join(" "));
      far.refers = listen;
    },
    replaceMicrophone: () => (notes.push("replaceMicrophone"), Promise.resolve()),
  };
  const far: FarSession = {
    session,
    number,
    asked: notes,
    says: (event) => listener(event),
    silenceFault: undefined,
    redirects: "accepted",
    restarts: "accepted",
    counts: undefined,
    report: "",
    hasDialog: true,
    refers: () => undefined,
  };
  dialogs.set(session, () => far.hasDialog);
  return {
    far,
    listen: (given) => {
      listener = given;
    },
  };
}

/** The call made last. */
export function last(network: FakeNetwork): FarSession {
  const far = network.sessions.at(-1);
  if (!far) throw new Error("no call was made");
  return far;
}
