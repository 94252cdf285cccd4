/**
 * One phone for all tabs of a person (PHONE-70 to PHONE-77). A lock chooses the tab that owns it; the others mirror its
 * state and carry what a person does to it. When the owner goes, the next tab takes over and has the calls back.
 */
import { createWebphone } from "../create-webphone.ts";
import type { WebphoneDeps } from "../create-webphone.ts";
import { OK } from "../calls/refusal.ts";
import type { Tabs } from "../ports/tabs.port.ts";
import { createListeners } from "../snapshot.ts";
import type {
  ActionResult,
  KeyValueStore,
  PersonSettings,
  Webphone,
  WebphoneEvent,
  WebphoneOptions,
} from "../webphone.ts";
import type { Following } from "./following.ts";
import { createFollowing, UNKNOWN } from "./following.ts";
import type { Action, Answer, Argument } from "./message.ts";
import { readMessage, writeMessage } from "./message.ts";
import type { Owning } from "./owning.ts";
import { act, createOwning } from "./owning.ts";

/** A tab that the phone was taken from lets its own go after this time: until then the calls have moved. */
export const YIELD_WAIT_MS = 5_000;

type Role =
  | { readonly kind: "off" }
  | { readonly kind: "following"; readonly following: Following }
  | { readonly kind: "owning"; readonly owning: Owning };

export interface TabbedDeps extends WebphoneDeps {
  readonly tabs: Tabs;
}

/** `options.callStorage` must be one that all tabs share, as local storage is. */
export function createTabbedWebphone(options: WebphoneOptions, deps: TabbedDeps): Webphone {
  const { tabs, clock } = deps;
  const changes = createListeners<void>();
  const events = createListeners<WebphoneEvent>();
  let role: Role = { kind: "off" };
  /** Each tab knows them; the one that has the phone publishes them. */
  let settings: PersonSettings | undefined;
  let release = (): void => undefined;
  let deafen = (): void => undefined;
  const onChange = (): void => changes.tell();

  const follow = (how: "wait" | "steal"): void => {
    const following = createFollowing({ tabs, clock, onChange, onSilence: takeAway });
    role = { kind: "following", following };
    release = tabs.lock(how, { onGranted: own, onLost: yieldPhone });
    onChange();
  };
  const own = (): void => {
    if (role.kind !== "following") return;
    role.following.end();
    const isMine = (): boolean => role.kind === "owning" && role.owning.phone === phone;
    const phone: Webphone = createWebphone({ ...options, callStorage: whileOwned(options.callStorage, isMine) }, deps);
    role = { kind: "owning", owning: createOwning({ phone, tabs, onChange, onEvent: events.tell }) };
    if (settings) phone.publish(settings);
    phone.start();
    onChange();
  };
  /** The owner hangs. */
  const takeAway = (): void => {
    if (role.kind !== "following") return;
    release();
    release = tabs.lock("steal", { onGranted: own, onLost: yieldPhone });
  };
  const yieldPhone = (): void => {
    if (role.kind !== "owning") return;
    const { owning } = role;
    owning.end();
    clock.setTimeout(() => void owning.phone.stop("another-tab"), YIELD_WAIT_MS);
    follow("wait");
  };
  const end = async (): Promise<void> => {
    const ended = role;
    deafen();
    // Its calls end while it is the owner: what was kept of them for another tab goes with them.
    const stopping = ended.kind === "owning" ? stopped(ended.owning) : undefined;
    role = { kind: "off" };
    if (ended.kind === "following") ended.following.end();
    await stopping;
    release();
    onChange();
  };
  const stopped = async (owning: Owning): Promise<void> => {
    owning.end();
    await owning.phone.stop();
  };
  const hear = (said: unknown): void => {
    const message = readMessage(said);
    if (!message) return;
    if (message.kind === "end") return void end();
    if (role.kind === "owning" && (message.kind === "hello" || message.kind === "ask")) role.owning.hear(message);
    if (role.kind !== "following") return;
    if (message.kind === "event") events.tell(message.event);
    else if (message.kind === "state" || message.kind === "heard" || message.kind === "answer")
      role.following.hear(message);
  };

  return {
    getSnapshot: () => {
      if (role.kind === "owning") return role.owning.phone.getSnapshot();
      return role.kind === "following" ? role.following.snapshot() : OFF;
    },
    subscribe: changes.listen,
    onEvent: events.listen,
    start: () => {
      if (role.kind === "owning") return role.owning.phone.start();
      if (role.kind === "following") return OK;
      deafen = tabs.listen(hear);
      follow("wait");
      return OK;
    },
    stop: async () => {
      if (role.kind === "off") return;
      tabs.post(writeMessage({ kind: "end" }));
      await end();
    },
    publish: (next) => {
      settings = next;
      if (role.kind === "owning") role.owning.phone.publish(next);
    },
    logDiverted: (calls) => role.kind === "owning" && role.owning.phone.logDiverted(calls),
    leave: () => {
      if (role.kind === "owning") role.owning.phone.leave();
    },
    unlockAudio: async () => {
      if (role.kind === "owning") await role.owning.phone.unlockAudio();
    },
    ...createActions(() => role, events.tell),
  };
}

const OFF = { ...UNKNOWN, state: "not-registered", place: "here" } as const;

/** Done here by the owner, asked for by the others. */
function createActions(role: () => Role, tell: (event: WebphoneEvent) => void): Pick<Webphone, Action> {
  const owned = (): Webphone | undefined => {
    const now = role();
    return now.kind === "owning" ? now.owning.phone : undefined;
  };
  const ask = async (action: Action, ...args: readonly Argument[]): Promise<Answer> => {
    const now = role();
    return now.kind === "following" ? now.following.ask(action, args) : NOT_READY;
  };
  /** If the caller does not wait for the result, a refusal is reported as a phone in this tab would report it. */
  const send = (action: Action, ...args: readonly Argument[]): ActionResult => {
    void ask(action, ...args).then((answer) => {
      if (!answer.ok) tell({ kind: "failure", code: answer.code, details: answer.details });
    });
    return OK;
  };
  /** The result is not awaited. */
  const sendToOwner = (action: Action, ...args: readonly Argument[]): void => {
    const phone = owned();
    if (phone) void act(phone, action, args);
    else send(action, ...args);
  };
  return {
    probe: () => {
      const phone = owned();
      if (phone) phone.probe();
      else void ask("probe"); // not awaited: without a phone there is nothing to check
    },
    call: async (number) => owned()?.call(number) ?? ask("call", number),
    answer: async (callId) => owned()?.answer(callId) ?? ask("answer", callId),
    reject: (callId) => owned()?.reject(callId) ?? send("reject", callId),
    hangUp: (callId) => owned()?.hangUp(callId) ?? send("hangUp", callId),
    setHold: async (callId, hold) => owned()?.setHold(callId, hold) ?? ask("setHold", callId, hold),
    setMute: (callId, mute) => owned()?.setMute(callId, mute) ?? send("setMute", callId, mute),
    sendDigit: (callId, digit) => owned()?.sendDigit(callId, digit) ?? send("sendDigit", callId, digit),
    transfer: (callId, to) => owned()?.transfer(callId, to) ?? send("transfer", callId, to),
    startAttendedTransfer: async (callId, to) =>
      owned()?.startAttendedTransfer(callId, to) ?? ask("startAttendedTransfer", callId, to),
    completeTransfer: (callId) => owned()?.completeTransfer(callId) ?? send("completeTransfer", callId),
    cancelTransfer: async (callId) => owned()?.cancelTransfer(callId) ?? ask("cancelTransfer", callId),
    setVolume: (volume) => sendToOwner("setVolume", volume),
    setRingVolume: (volume) => sendToOwner("setRingVolume", volume),
    setRingback: (choice) => sendToOwner("setRingback", choice),
    setStunServers: (uris) => sendToOwner("setStunServers", uris),
    testSound: (kind) => sendToOwner("testSound", kind),
    startCheck: () => owned()?.startCheck() ?? send("startCheck"),
    stopCheck: () => sendToOwner("stopCheck"),
    refreshDevices: async () => {
      const phone = owned();
      await (phone ? phone.refreshDevices() : ask("refreshDevices"));
    },
    chooseDevice: async (kind, deviceId) =>
      owned()?.chooseDevice(kind, deviceId) ?? ask("chooseDevice", kind, deviceId),
    setNoiseReduction: (wanted) => sendToOwner("setNoiseReduction", wanted),
    playKey: (digit) => sendToOwner("playKey", digit),
    clearMissed: () => sendToOwner("clearMissed"),
  };
}

const NOT_READY: Answer = { ok: false, code: "sipua.hint.notReady", details: {} };

/** A tab that no longer owns the phone writes nothing about calls that another has. */
function whileOwned(storage: KeyValueStore, isMine: () => boolean): KeyValueStore {
  return {
    get: storage.get,
    set: (key, value) => {
      if (isMine()) storage.set(key, value);
    },
    remove: (key) => {
      if (isMine()) storage.remove(key);
    },
  };
}
