/** Makes the phone from its options and its ports. */
import { checkDialable } from "@callpanel/contract";
import type { PanelErrorCode, ErrorDetails, SipConfig } from "@callpanel/contract";
import { createCallLog } from "./calls/call-log.ts";
import { messageOf, OK, refused } from "./calls/refusal.ts";
import { createLaterCalls } from "./calls/later-calls.ts";
import type { PhoneCallsCode } from "./calls/later-calls.ts";
import { createCheck } from "./check/check.ts";
import { createDevices } from "./devices.ts";
import { createPhoneChoices } from "./phone-choices.ts";
import { createPublishing } from "./line/publishing.ts";
import { createWebphoneLine } from "./line/phone-line.ts";
import type { Later } from "./later.ts";
import { checkSipConfig } from "./model/sip-config.ts";
import type { Clock } from "./ports/clock.port.ts";
import type { Microphones } from "./ports/microphone.port.ts";
import type { NoiseFilter } from "./ports/noise.port.ts";
import type { Probe } from "./ports/probe.port.ts";
import type { Sound } from "./ports/sound.port.ts";
import { CONFIGURATION_ERROR } from "./ports/user-agent.port.ts";
import type { CreateUserAgent } from "./ports/user-agent.port.ts";
import { createListeners, createSnapshots } from "./snapshot.ts";
import { userStore } from "./storage.ts";
import { createVolume } from "./volume.ts";
import type { ActionResult, Webphone, WebphoneEvent, WebphoneOptions } from "./webphone.ts";

export interface WebphoneDeps {
  readonly createUserAgent: CreateUserAgent;
  readonly microphones: Microphones;
  readonly sound: Sound;
  /** For the check before calls. */
  readonly probe: Probe;
  readonly clock: Clock;
  /** The same that the user agent has. */
  readonly callCode: Later<PhoneCallsCode>;
  /** Without it, background noise is not reduced. */
  readonly noise?: NoiseFilter | undefined;
}

/** Makes a phone that is not started. In the browser: `createWebphone(options, createBrowserDeps())`. */
export function createWebphone(options: WebphoneOptions, deps: WebphoneDeps): Webphone {
  const parts = assemble(options, deps);
  const { calls, check, choices, devices, log, phoneLine, volume, snapshots } = parts;
  /** What needs the phone system is refused while the phone cannot reach it. */
  const ifReady =
    <Args extends readonly unknown[]>(act: (...args: Args) => ActionResult) =>
    (...args: Args): ActionResult =>
      phoneLine.status() === 3 ? act(...args) : refused("sipua.hint.notReady");
  return {
    getSnapshot: snapshots.get,
    subscribe: snapshots.subscribe,
    onEvent: parts.events.listen,
    ...createPower(options, deps, parts),
    probe: phoneLine.probe,
    call: async (typed) => {
      const check = checkDialable(typed, options.featureCodes());
      if (!check.ok) return refused(check.code, { number: typed });
      if (phoneLine.status() !== 3) return refused("sipua.hint.notReady");
      const ready = calls.made() ?? (await calls.load());
      if (!ready) return refused("sipua.error.callCode");
      return phoneLine.status() === 3 ? ready.calls.dial(check.number) : refused("sipua.hint.notReady");
    },
    answer: (callId) => calls.actions().answer(callId),
    reject: (callId) => calls.actions().reject(callId),
    hangUp: (callId) => calls.actions().hangUp(callId),
    setHold: (callId, hold) => calls.actions().setHold(callId, hold),
    setMute: (callId, mute) => calls.actions().setMute(callId, mute),
    sendDigit: (callId, digit) => calls.actions().sendDigit(callId, digit),
    transfer: ifReady((callId: string, destination: string) => calls.actions().transfer(callId, destination)),
    startAttendedTransfer: async (callId, destination) =>
      phoneLine.status() === 3
        ? calls.actions().startAttendedTransfer(callId, destination)
        : refused("sipua.hint.notReady"),
    completeTransfer: ifReady((callId: string) => calls.actions().completeTransfer(callId)),
    cancelTransfer: (callId) => calls.actions().cancelTransfer(callId),
    publish: parts.publishing.set,
    setVolume: volume.set,
    setRingVolume: choices.setRingVolume,
    setRingback: choices.setRingback,
    setStunServers: choices.setStunServers,
    testSound: (kind) => {
      try {
        const stop = deps.sound.playTone(kind === "ring" ? "ringing" : "test");
        deps.clock.setTimeout(stop, TEST_SOUND_MS[kind]);
      } catch (error) {
        parts.fail("sipua.error.sound", { message: messageOf(error) });
      }
    },
    startCheck: check.start,
    stopCheck: check.stop,
    refreshDevices: devices.refresh,
    chooseDevice: devices.choose,
    setNoiseReduction: calls.setNoise,
    unlockAudio: deps.sound.unlock,
    playKey: deps.sound.playKey,
    clearMissed: log.clearMissed,
    logDiverted: (calls) => {
      log.addDiverted(calls);
      return true;
    },
  };
}

/** Once through the tone (model/tone.ts). */
const TEST_SOUND_MS = { output: 900, ring: 1_050 } as const;

/** The phone's parts, each notified of the others' changes. */
function assemble(options: WebphoneOptions, { createUserAgent, clock, sound, ...deps }: WebphoneDeps) {
  const storage = userStore(options.storage, options.username);
  const events = createListeners<WebphoneEvent>();
  const draw = (): void => snapshots.refresh();
  const fail = (code: PanelErrorCode, details: ErrorDetails = {}): void =>
    events.tell({ kind: "failure", code, details });
  const isReady = (): boolean => phoneLine.status() === 3;
  let wasReady = false;

  const volume = createVolume(storage, sound, draw);
  const choices = createPhoneChoices(storage, sound, draw);
  const log = createCallLog(storage, draw);
  const microphones = withNames(deps.microphones, () => {
    if (devices.snapshot().inputs.length === 0) void devices.refresh();
  });
  const inUse = () => calls.now()?.calls.all() ?? [];
  const calls = createLaterCalls(options, {
    code: deps.callCode,
    noise: deps.noise,
    storage,
    draw,
    clock,
    sound,
    microphones,
    log,
    agent: () => phoneLine.agent(),
    input: () => devices.snapshot().chosen.input,
    ringback: () => choices.get().ringback,
    isLineReady: isReady,
    probe: () => phoneLine.probe(),
    onChange: () => {
      // A call has come: it needs the sound more.
      if (check.get()?.phase === "running" && inUse().length > 0) check.stop();
      draw();
    },
    tell: events.tell,
    fail,
  });
  const check = createCheck({
    clock,
    microphones,
    input: () => devices.snapshot().chosen.input,
    probe: deps.probe,
    agent: () => phoneLine.agent(),
    isReady,
    isInUse: () => inUse().length > 0,
    loadCalls: deps.callCode.load,
    featureCodes: options.featureCodes,
    onChange: draw,
  });
  const devices = createDevices({
    microphones,
    sound,
    storage,
    calls: inUse,
    onChange: draw,
    onSwapped: () => calls.now()?.noise.follow(),
    onFailure: fail,
  });
  const phoneLine = createWebphoneLine({
    createUserAgent,
    clock,
    renewHa1: options.renewHa1,
    onIncoming: (call) => calls.made()?.calls.receive(call),
    onMailbox: ({ newCount, oldCount }) => events.tell({ kind: "messageWaiting", newCount, oldCount }),
    onChange: (line) => {
      if (line === "lost") calls.now()?.repairs.lineLost();
      draw();
      const isBack = isReady() && !wasReady;
      wasReady = isReady();
      if (!isBack) return;
      calls.now()?.repairs.lineBack();
      publishing.lineReady();
    },
    onFailure: ({ cause, reason }) => fail("sipua.error.register", { cause, reason }),
  });
  const publishing = createPublishing({
    clock,
    storage,
    agent: () => (isReady() ? phoneLine.agent() : undefined),
    uri: options.config.uri,
    extension: options.extension,
    featureCodes: options.featureCodes,
    onFailure: (code, message) => fail(code, { message }),
  });
  const snapshots = createSnapshots(() => ({
    status: phoneLine.status(),
    state: phoneLine.state(),
    calls: calls.now()?.snapshots() ?? [],
    volume: volume.get(),
    ...choices.get(),
    check: check.get(),
    log: log.entries(),
    missedCount: log.missedCount(),
    devices: devices.snapshot(),
    noise: calls.noise(),
    audioLocked: sound.isLocked(),
  }));
  return {
    calls,
    check,
    choices,
    clock,
    devices,
    events,
    fail,
    log,
    publishing,
    snapshots,
    phoneLine,
    volume,
  };
}

/** Before the first permission the browser names no devices: `onOpened` is the moment to ask again. */
function withNames(microphones: Microphones, onOpened: () => void): Microphones {
  return {
    ...microphones,
    open: async (deviceId) => {
      const stream = await microphones.open(deviceId);
      onOpened();
      return stream;
    },
  };
}

/** PHONE-115: the person's own STUN servers in place of the server's; the TURN servers stay. */
function iceServersOf(chosen: string, configured: SipConfig["ice_servers"]): readonly RTCIceServer[] {
  const own = chosen.split(",").map((uri) => uri.trim());
  if (own.every((uri) => uri === "")) return configured;
  return [{ urls: own }, ...configured.filter(({ urls }) => !/^stuns?:/i.test(urls))];
}

/** Starting and stopping, in any order: a start during a stop follows it. */
function createPower(
  { config, socketBase }: WebphoneOptions,
  { microphones, sound }: WebphoneDeps,
  parts: ReturnType<typeof assemble>,
): Pick<Webphone, "start" | "stop" | "leave"> {
  const { calls, check, choices, devices, fail, publishing, snapshots, phoneLine, volume } = parts;
  const undo: (() => void)[] = [];
  let stopping: Promise<void> | undefined;
  let startNext = false;

  const refuse = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => {
    fail(code, details);
    return refused(code, details);
  };
  const start = (): ActionResult => {
    startNext = stopping !== undefined;
    if (startNext || phoneLine.phase() !== "off") return OK;
    if (!microphones.supported) return refuse("sipua.error.notSupported");
    const checked = checkSipConfig(config, socketBase);
    if (!checked.ok) return refuse(checked.code, checked.details);
    try {
      phoneLine.open({
        ...checked.settings,
        iceServers: () => iceServersOf(choices.get().stunServers, config.ice_servers),
      });
    } catch (error) {
      const isConfiguration = error instanceof Error && error.name === CONFIGURATION_ERROR;
      return refuse(isConfiguration ? "sipua.error.config" : "sipua.error.ua", { message: messageOf(error) });
    }
    sound.start();
    volume.apply();
    choices.apply();
    undo.push(sound.onLockChange(snapshots.refresh), devices.start());
    calls.recall();
    snapshots.refresh();
    return OK;
  };
  const close = async (published: "withdraw" | "keep"): Promise<void> => {
    check.stop();
    for (const { end } of [calls, publishing]) {
      const ended = end(published);
      if (ended) await ended;
    }
    await phoneLine.close();
    for (const run of undo.splice(0)) run();
    sound.close();
    snapshots.refresh();
    stopping = undefined;
    if (startNext) start();
  };
  const stop = (published: "withdraw" | "keep"): Promise<void> => {
    startNext = false;
    return (stopping ??= close(published));
  };
  return {
    start,
    stop: (why) => stop(why === undefined ? "withdraw" : "keep"),
    leave: () => {
      const now = calls.now()?.calls;
      now?.leave();
      if (!now || now.all().length === 0) void stop("keep");
    },
  };
}
