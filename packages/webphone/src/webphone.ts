/**
 * The headless softphone: one object with a snapshot, a subscription and actions. It knows no React and no words for
 * people: refusals carry codes of the error catalogue.
 */
import type { DivertedCall, PanelErrorCode, ErrorDetails, FeatureCode, SipConfig } from "@callpanel/contract";
import type { CheckSnapshot } from "./check/check.model.ts";
import type { FarEnd } from "./model/far-end.ts";
import type { Quality } from "./model/quality.ts";
import type { RingbackChoice } from "./model/ringback.ts";

export type { CheckFault, CheckFigures, CheckFlaw, CheckSnapshot, CheckStep } from "./check/check.model.ts";
export type { Came, FarEnd } from "./model/far-end.ts";
export type { Quality, QualityCause } from "./model/quality.ts";
export type { RingbackChoice } from "./model/ringback.ts";

/** Bit flags: 1 connected, 2 registered; 3 = ready (spec 1 §4). */
export type SipStatus = 0 | 1 | 2 | 3;

/** What the phone reads in acceptance's status `Phone status`. */
export type PhoneState = "registered" | "connecting" | "not-registered";

export type CallDirection = "in" | "out";

/** Visual state (spec 1 §2); `calling` is outgoing before the far end rings. */
export type CallVisual = "calling" | "ringing" | "on-hold" | "muted" | "on-call";

/** A call's part in a transfer by this phone: the one to be sent on, or the talk with the target before it. */
export interface CallTransfer {
  readonly role: "transferee" | "consultation";
  /** `requested`: the phone system got the request and has not sent the result. */
  readonly phase: "consulting" | "requested";
  /** The other of the two calls; absent in a blind transfer. */
  readonly otherId: string | undefined;
  /** Where it goes, once that has been asked for. */
  readonly to?: string;
}

/** One call as a screen sees it. */
export interface CallSnapshot {
  readonly id: string;
  readonly number: string;
  /** Hostile text: draw it as text only. Empty when unknown. */
  readonly name: string;
  readonly direction: CallDirection;
  readonly state: "initiating" | "answered";
  readonly visual: CallVisual;
  readonly isOnHold: boolean;
  /** ms since epoch, while it is on hold: since when. */
  readonly heldAt?: number;
  readonly isMuted: boolean;
  /** ms since epoch. */
  readonly startedAt: number;
  readonly answeredAt: number | undefined;
  /** Digits heard from the far end by SIP INFO, newest last, at most 32. */
  readonly digitsReceived: string;
  /** Digits sent in this call. */
  readonly digitsSent: string;
  /** X-Screen-Pop-Conf and X-Screen-Pop-Vars of an incoming call, by lower-case name; hostile text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Call-ID of the dialog, once it exists: ties the call to server events. */
  readonly sipCallId?: string;
  /** The current far end, and how the call came there; absent until the phone system has reported it. */
  readonly far?: FarEnd;
  /** While the call is part of a transfer. */
  readonly transfer?: CallTransfer;
  /** The way to the far end is cut and is being found again; the time goes on. */
  readonly isReconnecting?: true;
  /** And this browser has never found a way to the phone system's address for sound: there was no sound in this call. */
  readonly isUnreachable?: true;
  /** How the sound of the last seconds is; absent while nothing can be said. */
  readonly quality?: Quality;
}

/** How the person wants to be reached, as the settings say; null: not known, or not theirs to see. */
export interface PersonSettings {
  readonly doNotDisturb: boolean | null;
  /** `number` is where calls go, empty where it is not known. */
  readonly forward: { readonly isOn: boolean; readonly number: string } | null;
  readonly followMe: boolean | null;
}

/** Local call log entry (spec 1 §3): newest first, at most 1000 a user. */
export interface CallLogEntry {
  /** ms since epoch. */
  readonly time: number;
  readonly num: string;
  readonly name: string;
  readonly dir: "out" | "in" | "mis";
  /** Refused by hand. */
  readonly declined?: true;
  /** It did not ring because of the person's own settings; `in` if it was answered at the forward's destination. */
  readonly diverted?: { readonly callId: string; readonly why: DivertedCall["why"]; readonly to: string };
}

export interface DeviceChoice {
  readonly deviceId: string;
  readonly label: string;
}

export interface DevicesSnapshot {
  readonly inputs: readonly DeviceChoice[];
  readonly outputs: readonly DeviceChoice[];
  readonly chosen: { readonly input: string; readonly output: string; readonly ring: string };
  /** The browser can send sound to a chosen output (setSinkId). */
  readonly canChooseOutput: boolean;
}

/**
 * Background noise of the user's own microphone. `ready`: on, without a call; `starting`: a call goes on with the microphone itself until clean
 * sound comes; `blocked` and `slow`: on, but it does not work here, and calls have the microphone itself; `unsupported`: not in this browser.
 */
export type NoiseState = "unsupported" | "off" | "ready" | "starting" | "working" | "blocked" | "slow";

export interface WebphoneSnapshot {
  readonly status: SipStatus;
  readonly state: PhoneState;
  readonly calls: readonly CallSnapshot[]; // newest first
  /** The call button is enabled: registered, not calling, no errors (spec 1 §4). */
  readonly canCall: boolean;
  readonly volume: number; // 0 to 1
  /** Of the ring device, 0 to 1. */
  readonly ringVolume: number;
  readonly ringback: RingbackChoice;
  /** Comma-separated stun and stuns URIs; empty: the phone system's own. The next call uses them. */
  readonly stunServers: string;
  /** The check before calls, while it runs and until it is stopped; null before. */
  readonly check: CheckSnapshot | null;
  readonly log: readonly CallLogEntry[];
  readonly missedCount: number;
  readonly devices: DevicesSnapshot;
  readonly noise: NoiseState;
  /** The browser blocks sound until the person clicks: show the unlock bar. */
  readonly audioLocked: boolean;
  /** Calls are live: closing the page asks first (spec 1 §2). */
  readonly needsCloseConfirmation: boolean;
  /** Sound, ringing and notifications belong to the tab that has the phone. */
  readonly place: "here" | "other-tab";
}

export type EndReason =
  | "hangup" // this side
  | "remote" // the far end hung up
  | "canceled" // the caller gave up before an answer
  | "busy"
  | "no-answer"
  | "unavailable"
  | "rejected"
  | "not-found"
  | "congested" // every line there is taken, or the telephone network cannot take the call now
  | "answered-elsewhere"
  | "handled-elsewhere" // while it rang here it was sent to somebody else, or the user declined it on another device
  | "media"
  | "no-microphone" // after a reload the browser did not give the microphone back
  | "lost" // the connection was lost and did not come back in time
  | "unreachable" // this browser never found a way for the sound
  | "failed";

/** Things that happen once; drawn as notices, sounds and title flashes. */
export type WebphoneEvent =
  | { readonly kind: "incomingCall"; readonly call: CallSnapshot; readonly autoAnswer: boolean }
  | { readonly kind: "callAnswered"; readonly call: CallSnapshot }
  /** `warning`: the phone system's own words on a refusal, plain text in its language (PHONE-117). */
  | {
      readonly kind: "callEnded";
      readonly call: CallSnapshot;
      readonly reason: EndReason;
      readonly warning?: string | undefined;
    }
  /** The phone system took the request; `number` is the target (spec 1 §4). */
  | { readonly kind: "transferInitiated"; readonly call: CallSnapshot; readonly number: string }
  /** The far end of `call` talks to the target; the calls here have ended. */
  | { readonly kind: "transferAccepted"; readonly call: CallSnapshot; readonly number: string }
  /** `sipua.error.refer`: the request was refused; `sipua.xfer.failed`: the target was not reached. The calls go on. */
  | {
      readonly kind: "transferFailed";
      readonly call: CallSnapshot;
      readonly number: string;
      readonly code: PanelErrorCode;
      readonly details: ErrorDetails;
    }
  /** The mailbox has so many new and old messages. */
  | { readonly kind: "messageWaiting"; readonly newCount: number; readonly oldCount: number }
  /** A refusal or failure of an action that is not awaited. */
  | { readonly kind: "failure"; readonly code: PanelErrorCode; readonly details: ErrorDetails };

/** The outcome of an action: refusals are values. */
export type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: PanelErrorCode; readonly details: ErrorDetails };

export interface Webphone {
  getSnapshot(): WebphoneSnapshot;
  /** Called after each change; returns unsubscribe. Snapshots keep identity when nothing changed (useSyncExternalStore). */
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: WebphoneEvent) => void): () => void;

  /** Connects and registers. A config error is a `failure` event and a refusal. */
  start(): ActionResult;
  /**
   * Unregisters and disconnects, each waiting at most 6 s. What was published is withdrawn before, but not where another tab
   * has the phone now.
   */
  stop(why?: "another-tab"): Promise<void>;
  /**
   * The page goes away: answered calls stay up at the phone system for a while, so that the next page (or a crash's) has
   * them back at its start; without one it is a stop.
   */
  leave(): void;
  /** The network came back, the page became visible, the clock jumped: prove the connection now. */
  probe(): void;

  call(number: string): Promise<ActionResult & { readonly callId?: string }>;
  answer(callId: string): Promise<ActionResult>;
  reject(callId: string): ActionResult;
  hangUp(callId: string): ActionResult;
  /** Holds the others first when unholding (spec 1 §4). */
  setHold(callId: string, hold: "hold" | "unhold"): Promise<ActionResult>;
  setMute(callId: string, mute: "mute" | "unmute"): ActionResult;
  sendDigit(callId: string, digit: string): ActionResult;
  /** Blind: sends the far end to `destination`. The result is an event. */
  transfer(callId: string, destination: string): ActionResult;
  /** Holds the call and dials the target; `callId` is the consultation, once it went out. */
  startAttendedTransfer(callId: string, destination: string): Promise<ActionResult & { readonly callId?: string }>;
  /** Sends the first call to the target that was talked to; either of the two ids. The result is an event. */
  completeTransfer(callId: string): ActionResult;
  /** Ends the consultation and takes the first call back; either of the two ids. */
  cancelTransfer(callId: string): Promise<ActionResult>;
  /**
   * Says from now on what the settings say: PUBLISH of presence and of the lights, at each registration and change. A
   * refusal is a `failure` event. `stop` withdraws it; of another tab's phone it does nothing.
   */
  publish(settings: PersonSettings): void;
  setVolume(volume: number): void;
  setRingVolume(volume: number): void;
  setRingback(choice: RingbackChoice): void;
  /** Comma-separated, as `stunServers` of the snapshot; checked by the caller. */
  setStunServers(uris: string): void;
  /** A short sound on the device that is chosen for it. */
  testSound(kind: "output" | "ring"): void;
  /** Calls the echo test with a tone in place of the microphone; the snapshot contains its steps. Refused during calls. */
  startCheck(): ActionResult;
  stopCheck(): void;

  refreshDevices(): Promise<void>;
  chooseDevice(kind: "input" | "output" | "ring", deviceId: string): Promise<ActionResult>;
  /** Reduces background noise of the microphone, in calls in progress too. */
  setNoiseReduction(wanted: "on" | "off"): void;
  unlockAudio(): Promise<void>;
  /** Plays a key's tone locally (dial pad without a call). */
  playKey(digit: string): void;
  clearMissed(): void;
  /**
   * Logs calls that did not ring because of the person's settings; missed ones are counted, and a call is never logged twice. False:
   * another tab has the phone, and nothing was done.
   */
  logDiverted(calls: readonly DivertedCall[]): boolean;
}

/** Small storage port: local storage in the browser, a map in tests. Keys are prefixed per user by the webphone. */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface WebphoneOptions {
  readonly config: SipConfig;
  readonly username: string;
  /** The person's own, by which lights are named. */
  readonly extension: string;
  readonly featureCodes: () => readonly FeatureCode[];
  /** Base for proxy urls that are paths: `ws://host:port`. */
  readonly socketBase: string;
  readonly storage: KeyValueStore;
  /** Where calls are kept that the next page has back: session storage in the browser. */
  readonly callStorage: KeyValueStore;
  /** Asked once when the registrar does not take the HA1 any more: what holds now, as in a new `config`. */
  readonly renewHa1?: (() => Promise<string>) | undefined;
}
