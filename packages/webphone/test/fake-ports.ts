/** The phone on ports that a test plays: a SIP network, microphones and a sound that is only noted. */
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { SipConfig } from "@callpanel/contract";
import { createWebphone } from "../src/create-webphone.ts";
import { createTabbedWebphone } from "../src/tabs/tabbed-webphone.ts";
import type { Tabs } from "../src/ports/tabs.port.ts";
import type { MicrophoneFault, Microphones } from "../src/ports/microphone.port.ts";
import { MicrophoneError } from "../src/ports/microphone.port.ts";
import type { SoundCount } from "../src/model/quality.ts";
import type { Look, Probe } from "../src/ports/probe.port.ts";
import type { Sound } from "../src/ports/sound.port.ts";
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
import type { DeviceChoice, KeyValueStore, Webphone, WebphoneEvent, WebphoneOptions } from "../src/webphone.ts";
import type { FakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { FakeStream } from "./fake-stream.ts";

export const CONFIG: SipConfig = {
  proxy: [{ url: "/sip", weight: 1 }],
  realm: "demo",
  uri: "sip:alice@demo",
  ha1: "0123456789abcdef0123456789abcdef",
  clidName: "Alice Archer",
  uaVer: "callpanel/test",
  ice_servers: [],
};

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
  /** Tells how the newest REFER fares. */
  refers: ReferListener;
}

export interface FakeNetwork {
  readonly asked: string[];
  readonly sessions: FarSession[];
  settings(): UserAgentSettings | undefined;
  /** What the user agent says of settings it cannot use. */
  complaint: string | undefined;
  /** What the user agent throws at once, by what it is asked: a start, a call. */
  faults: { start?: string; call?: string };
  says(event: UserAgentEvent): void;
  /** Speaks for the user agent made last, even when another has followed. */
  speaker(): (event: UserAgentEvent) => void;
  options: "answered" | "failed" | "silent";
  publishes: "taken" | "refused" | "silent";
  /** The entity tags that hold; a publication with another is 412. */
  readonly tags: Set<string>;
  /** What is granted, in seconds; what was asked for unless told. */
  grants: number | undefined;
  /** A call comes in. */
  rings(number: string, more?: { name?: string; autoAnswer?: boolean; headers?: Record<string, string> }): FarSession;
  readonly create: CreateUserAgent;
}

function createFakeNetwork(): FakeNetwork {
  const asked: string[] = [];
  const sessions: FarSession[] = [];
  let settings: UserAgentSettings | undefined;
  let onEvent: (event: UserAgentEvent) => void = () => undefined;

  const makeSession = (number: string): { far: FarSession; listen: (listener: SessionListener) => void } => {
    let listener: SessionListener = () => undefined;
    const notes: string[] = [];
    const session: CallSession = {
      sipCallId: `sip-${sessions.length + 1}`,
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
      refers: () => undefined,
    };
    sessions.push(far);
    return { far, listen: (listen) => (listener = listen) };
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
          // As JsSIP does: its own end, at once, as if nobody had asked.
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
        call: (number, _microphone, listener, replacement) => {
          if (network.faults.call !== undefined) throw new Error(network.faults.call);
          const made = makeSession(number);
          if (replacement)
            made.far.asked.push(`replaces ${replacement.replaces.callId}`, `offers ${replacement.direction}`);
          made.listen(listener);
          return made.far.session;
        },
      };
    },
  };
  return network;
}

export interface FakeMicrophones extends Microphones {
  fault: MicrophoneFault | undefined;
  inputs: readonly DeviceChoice[];
  outputs: readonly DeviceChoice[];
  readonly opened: string[];
  readonly streams: FakeStream[];
  /** The browser tells that a device came or went. */
  changes(): Promise<void>;
}

export function createFakeMicrophones(): FakeMicrophones {
  const listeners = new Set<() => void>();
  const microphones: FakeMicrophones = {
    supported: true,
    fault: undefined,
    inputs: [{ deviceId: "headset", label: "Headset" }],
    outputs: [{ deviceId: "headset", label: "Headset" }],
    opened: [],
    streams: [],
    list: () => Promise.resolve({ inputs: microphones.inputs, outputs: microphones.outputs }),
    open: (deviceId) => {
      if (microphones.fault) return Promise.reject(new MicrophoneError(microphones.fault));
      const stream = new FakeStream(deviceId);
      microphones.opened.push(deviceId);
      microphones.streams.push(stream);
      return Promise.resolve(stream);
    },
    close: (stream) => {
      for (const track of stream.getTracks()) track.stop();
    },
    sourceOf: (stream) => {
      const [track] = stream.getAudioTracks();
      return track?.readyState === "live" ? track.getSettings().deviceId : undefined;
    },
    onDeviceChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    changes: async () => {
      for (const listener of listeners) listener();
      await settle();
    },
  };
  return microphones;
}

export interface FakeSound extends Sound {
  /** Tones that sound now. */
  readonly tones: Set<string>;
  readonly keys: string[];
  readonly streams: Set<MediaStream>;
  readonly routed: string[];
  locked: boolean;
  /** Why no tone can be played. */
  fault: string | undefined;
}

export function createFakeSound(): FakeSound {
  const listeners = new Set<() => void>();
  const sound: FakeSound = {
    canChooseOutput: true,
    tones: new Set(),
    keys: [],
    streams: new Set(),
    routed: [],
    locked: false,
    fault: undefined,
    start: () => undefined,
    isLocked: () => sound.locked,
    onLockChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    unlock: () => {
      sound.locked = false;
      for (const listener of listeners) listener();
      return Promise.resolve();
    },
    playTone: (tone) => {
      if (sound.fault !== undefined) throw new Error(sound.fault);
      sound.tones.add(tone);
      return () => void sound.tones.delete(tone);
    },
    playKey: (digit) => void sound.keys.push(digit),
    playStream: (stream) => (sound.streams.add(stream), () => void sound.streams.delete(stream)),
    setVolume: (volume) => void sound.routed.push(`volume ${volume}`),
    setRingVolume: (volume) => void sound.routed.push(`ring volume ${volume}`),
    setOutput: (deviceId) => (sound.routed.push(`output ${deviceId}`), Promise.resolve()),
    setRing: (deviceId) => (sound.routed.push(`ring ${deviceId}`), Promise.resolve()),
    close: () => undefined,
  };
  return sound;
}

export interface FakeProbe extends Probe {
  /** What an ear hears from now on. */
  hears: Look;
  /** What is open: tones and ears. */
  readonly open: Set<string>;
  /** The tone goes out. */
  onSound(): void;
}

export function createFakeProbe(): FakeProbe {
  const probe: FakeProbe = {
    hears: { levelDb: -30, frequencyHz: 200 },
    open: new Set(),
    onSound: () => undefined,
    tone: (frequencyHz) => {
      probe.open.add("tone");
      return {
        stream: new FakeStream(`tone ${frequencyHz}`),
        sound: () => probe.onSound(),
        close: () => void probe.open.delete("tone"),
      };
    },
    listen: () => {
      probe.open.add("ear");
      return { look: () => probe.hears, close: () => void probe.open.delete("ear") };
    },
  };
  return probe;
}

export function createMapStore(): KeyValueStore & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
}

export interface Bench {
  readonly phone: Webphone;
  readonly network: FakeNetwork;
  readonly microphones: FakeMicrophones;
  readonly sound: FakeSound;
  readonly probe: FakeProbe;
  readonly clock: FakeClock;
  readonly storage: ReturnType<typeof createMapStore>;
  readonly callStorage: ReturnType<typeof createMapStore>;
  readonly events: WebphoneEvent[];
  /** Registers the phone. */
  register(): void;
  /** Dials and lets the far end answer. */
  talk(number: string): Promise<{ id: string; far: FarSession }>;
  /** A call comes in and is answered. */
  answer(number: string): Promise<{ id: string; far: FarSession }>;
}

/** A phone on fake ports, not started. */
export function createBench(
  config: Partial<SipConfig> = {},
  page: Partial<Pick<Bench, "callStorage" | "clock">> &
    Pick<WebphoneOptions, "renewHa1"> & { readonly tabs?: Tabs } = {},
): Bench {
  const network = createFakeNetwork();
  const microphones = createFakeMicrophones();
  const sound = createFakeSound();
  const { clock = createFakeClock(), callStorage = createMapStore() } = page;
  const storage = createMapStore();
  const options = {
    config: { ...CONFIG, ...config },
    username: "alice",
    extension: "101",
    featureCodes: DEFAULT_FEATURE_CODES,
    socketBase: "ws://127.0.0.1:8080",
    storage,
    callStorage,
    renewHa1: page.renewHa1,
  };
  const probe = createFakeProbe();
  const deps = { createUserAgent: network.create, microphones, sound, probe, clock };
  const phone = page.tabs ? createTabbedWebphone(options, { ...deps, tabs: page.tabs }) : createWebphone(options, deps);
  const events: WebphoneEvent[] = [];
  phone.onEvent((event) => events.push(event));
  const newest = (): string => phone.getSnapshot().calls[0]?.id ?? "";
  return {
    phone,
    network,
    microphones,
    sound,
    probe,
    clock,
    storage,
    callStorage,
    events,
    register: () => {
      phone.start();
      network.says({ kind: "connected" });
      network.says({ kind: "registered" });
    },
    talk: async (number) => {
      const dialled = phone.call(number);
      await settle();
      const far = last(network);
      const { callId = "" } = await dialled;
      far.says({ kind: "ringing" });
      far.says({ kind: "accepted" });
      await settle();
      return { id: callId, far };
    },
    answer: async (number) => {
      const far = network.rings(number);
      const id = newest();
      const answered = phone.answer(id);
      await settle();
      far.says({ kind: "accepted" });
      await answered;
      return { id, far };
    },
  };
}

/** The call made last. */
export function last(network: FakeNetwork): FarSession {
  const far = network.sessions.at(-1);
  if (!far) throw new Error("no call was made");
  return far;
}
