/** Makes the phone from its options and from what it stands on. */
import { checkDialable, MAX_CALLS_DEFAULT, VOLUME_DEFAULT } from "@callpanel/contract";
import type { ErrorCode, ErrorDetails } from "@callpanel/contract";
import { createCallLog } from "./calls/call-log.ts";
import { createCalls } from "./calls/calls.ts";
import { createRinger } from "./calls/ringer.ts";
import { createDevices } from "./devices.ts";
import type { Registration } from "./line/registration.ts";
import { createRegistration } from "./line/registration.ts";
import { phoneStateOf, statusOf } from "./model/line.ts";
import type { Line } from "./model/line.ts";
import { checkSipConfig } from "./model/sip-config.ts";
import type { Clock } from "./ports/clock.port.ts";
import type { Microphones } from "./ports/microphone.port.ts";
import type { Sound } from "./ports/sound.port.ts";
import type { CreateUserAgent, UserAgent, UserAgentSettings } from "./ports/user-agent.port.ts";
import { createListeners, createSnapshots } from "./snapshot.ts";
import { userStore } from "./storage.ts";
import type { ActionResult, Webphone, WebphoneEvent, WebphoneOptions } from "./webphone.ts";

export interface WebphoneDeps {
  readonly createUserAgent: CreateUserAgent;
  readonly microphones: Microphones;
  readonly sound: Sound;
  readonly clock: Clock;
}

const OFF: Line = { phase: "off" };
const VOLUME_KEY = "volume";

/** Makes a phone that is not started. In the browser: `createWebphone(options, createBrowserDeps())`. */
export function createWebphone(options: WebphoneOptions, deps: WebphoneDeps): Webphone {
  const { clock, sound } = deps;
  const { config } = options;
  const storage = userStore(options.storage, options.username);
  const events = createListeners<WebphoneEvent>();
  const ringer = createRinger(sound, clock);
  const stops: (() => void)[] = [];
  let agent: UserAgent | undefined;
  let registration: Registration | undefined;
  let volume = parseVolume(storage.get(VOLUME_KEY));
  let lastCallId = 0;

  const fail = (code: ErrorCode, details: ErrorDetails = {}): void => events.tell({ kind: "failure", code, details });
  const line = (): Line => registration?.line() ?? OFF;
  const tell = (event: WebphoneEvent): void => {
    events.tell(event);
    if (event.kind === "callEnded" && event.reason === "busy") ringer.busy();
  };
  const change = (): void => {
    ringer.follow(calls.all().map((live) => live.get()));
    snapshots.refresh();
  };
  const microphones: Microphones = {
    ...deps.microphones,
    open: async (deviceId) => {
      const stream = await deps.microphones.open(deviceId);
      // Before the first permission the browser names no devices.
      if (devices.snapshot().inputs.length === 0) void devices.refresh();
      return stream;
    },
  };
  const log = createCallLog(storage, () => snapshots.refresh());
  const calls = createCalls({
    clock,
    sound,
    microphones,
    agent: () => agent,
    input: () => devices.snapshot().chosen.input,
    limit: config.panel_call_limit ?? MAX_CALLS_DEFAULT,
    newId: () => `call-${clock.now().toString(36)}-${++lastCallId}`,
    onChange: () => change(),
    tell,
    log: log.add,
  });
  const devices = createDevices({
    microphones,
    sound,
    storage,
    calls: calls.all,
    onChange: () => snapshots.refresh(),
    onFailure: fail,
  });
  const snapshots = createSnapshots(() => ({
    status: statusOf(line()),
    state: phoneStateOf(line()),
    calls: calls.all().map((live) => live.get()),
    volume,
    log: log.entries(),
    missedCount: log.missedCount(),
    devices: devices.snapshot(),
    audioLocked: sound.isLocked(),
  }));

  const refuseStart = (code: ErrorCode, details: ErrorDetails = {}): ActionResult => {
    fail(code, details);
    return { ok: false, code, details };
  };
  /** Throws what the user agent says about settings it cannot use. */
  const connect = (settings: UserAgentSettings): void => {
    const own: { registration?: Registration } = {}; // a stopped agent's late words are not the next one's
    const made = deps.createUserAgent(settings, (event) => {
      if (event.kind === "incoming") calls.receive(event.call);
      else own.registration?.handle(event);
    });
    agent = made;
    own.registration = createRegistration({
      agent: made,
      clock,
      onLine: () => snapshots.refresh(),
      onFailure: ({ cause, reason }) => fail("sipua.error.register", { cause, reason }),
    });
    registration = own.registration;
    registration.start();
  };

  const start = (): ActionResult => {
    if (line().phase !== "off") return { ok: true };
    if (!deps.microphones.supported) return refuseStart("sipua.error.notSupported");
    const check = checkSipConfig(config, options.socketBase);
    if (!check.ok) return refuseStart(check.code, check.details);
    try {
      connect(check.settings);
    } catch (error) {
      return refuseStart("sipua.error.config", { message: error instanceof Error ? error.message : String(error) });
    }
    sound.start();
    sound.setVolume(volume);
    stops.push(
      sound.onLockChange(() => snapshots.refresh()),
      devices.start(),
    );
    snapshots.refresh();
    return { ok: true };
  };
  const stop = async (): Promise<void> => {
    calls.hangUpAll();
    ringer.silence();
    await registration?.stop();
    for (const undo of stops.splice(0)) undo();
    sound.close();
    snapshots.refresh();
  };
  const call = async (typed: string): ReturnType<Webphone["call"]> => {
    const check = checkDialable(typed, options.featureCodes);
    if (!check.ok) return { ok: false, code: check.code, details: { number: typed } };
    if (statusOf(line()) !== 3) return { ok: false, code: "sipua.hint.notReady", details: {} };
    return calls.dial(check.number);
  };

  return {
    getSnapshot: snapshots.get,
    subscribe: snapshots.subscribe,
    onEvent: events.listen,
    start,
    stop,
    probe: () => registration?.probe(),
    call,
    answer: calls.answer,
    reject: calls.reject,
    hangUp: calls.hangUp,
    setHold: calls.setHold,
    setMute: calls.setMute,
    sendDigit: calls.sendDigit,
    setVolume: (wanted) => {
      volume = Math.min(1, Math.max(0, wanted));
      storage.set(VOLUME_KEY, String(volume));
      sound.setVolume(volume);
      snapshots.refresh();
    },
    refreshDevices: devices.refresh,
    chooseDevice: devices.choose,
    unlockAudio: sound.unlock,
    playKey: sound.playKey,
    clearMissed: log.clearMissed,
  };
}

function parseVolume(text: string | undefined): number {
  const volume = text === undefined ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : VOLUME_DEFAULT;
}
