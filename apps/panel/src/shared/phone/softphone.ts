/**
 * The interface between the shell and the softphone. The feature loads `createSoftphone`, a `CreateSoftphone`, after
 * sign-in when the viewer has a SIP config, and puts the softphone into the panel's slot. The shell renders
 * the region `Softphone` (an aside of 352 px, a sheet over the page below 1200 px, the whole screen below 600 px) and puts
 * `Panel` in it, `CallBar` at the foot while the dock is closed, and the toolbar's `Softphone` button from `button`.
 * `Panel` and `CallBar` are inside PanelContext and WordsContext: usePanel and useWords work in them.
 */
import type { FeatureCode, SipConfig } from "@callpanel/contract";
import type { CallSnapshot, MicrophoneMeter, Webphone } from "@callpanel/webphone";
import type { HeadsetButtons } from "@callpanel/webphone/headset";
import type { ComponentType } from "react";
import type { Api } from "../api/api.ts";
import type { Clock } from "../clock.ts";
import type { ContactDesk } from "../contactDesk.ts";
import type { LiveEvents } from "../live/events.ts";
import type { LiveBuddies } from "../live/liveBuddies.ts";
import type { LiveParking } from "../live/liveParking.ts";
import type { LiveQueues } from "../live/liveQueues.ts";
import type { Moving } from "./moving.ts";
import type { NoteDrafts } from "./notes/noteDrafts.ts";
import type { NumberNames } from "./numberNames.ts";
import type { Notices } from "../notices/notices.ts";
import type { PanelWorker } from "../panelWorker.ts";
import type { Shortcut } from "../shortcuts.ts";
import type { MicrophoneAccess, ReachabilityStore } from "./reachability.ts";
import type { WhenIdle } from "../preloading.ts";
import type { Readable } from "../store.ts";
import type { TextStorage } from "../storage.ts";
import type { Viewer } from "../viewer.ts";
import type { WelcomeDesk } from "../welcome.ts";
import type { Words } from "../words/words.ts";

/** The state of the toolbar button: the registration, and the most urgent call. */
export interface SoftphoneButton {
  readonly status: "registered" | "connecting" | "not-registered";
  /** `idle` without a call; otherwise the state of the call that needs attention most. */
  readonly call: "idle" | "ringing" | "on-call" | "muted" | "on-hold";
  readonly missedCount: number;
}

/** The people who hear a person that listens in: nobody, the colleague, both (spec 1 §3, bargein). */
export const LISTEN_MODES = ["monitor", "whisper", "fullbarge"] as const;
export type ListenMode = (typeof LISTEN_MODES)[number];

/** Opens and closes the dock, for example when a call comes in. It never moves the focus. */
export interface Dock extends Readable<boolean> {
  open(): void;
  close(): void;
}

export interface PhoneKeys {
  /** Undefined where the browser has no WebHID. Loads their code. */
  headsets(): Promise<HeadsetButtons | undefined>;
}

export interface SoftphoneDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly storage: TextStorage;
  /** For commands about the own calls (`ownCallOf` returns their channels). */
  readonly events: LiveEvents;
  readonly liveBuddies: LiveBuddies;
  readonly liveParking: Pick<LiveParking, "get" | "subscribe">;
  /** How long the caller of a queue has waited. */
  readonly liveQueues: Pick<LiveQueues, "rungFor">;
  readonly moving: Moving;
  readonly numberNames: NumberNames;
  readonly contactDesk: ContactDesk;
  readonly noteDrafts: NoteDrafts;
  readonly dock: Dock;
  /** The number of the person's own unread messages. */
  readonly unreadVoicemail: Readable<number>;
  /** The phone received a message-summary (RFC 3842) with the new number of these. */
  readonly onMessageWaiting: (count: number) => void;
  /** The server gives no SIP settings any more: the person may not use the softphone. */
  readonly onWithdrawn: () => void;
  /** For the status in the dock. */
  readonly reachability: ReachabilityStore;
  /** The walk through the first settings, offered where there is no call. */
  readonly welcome: WelcomeDesk;
  readonly viewer: Viewer;
  readonly sip: SipConfig;
  /** Those of now: a company can change them (FEATURE-6). */
  readonly featureCodes: Readable<readonly FeatureCode[]>;
  /** For texts made outside of React; read it each time, the locale can change. */
  readonly words: Readable<Words>;
  readonly whenIdle: WhenIdle;
  /** Undefined if the browser has no service workers. */
  readonly loadWorker: () => Promise<Pick<PanelWorker, "takeAnswered" | "onAnswered"> | undefined>;
}

export interface Softphone {
  readonly button: Readable<SoftphoneButton>;
  /** All calls of the phone, newest first. */
  readonly calls: Readable<readonly CallSnapshot[]>;
  /** Fills the dock. The shell mounts it once and keeps it mounted, hidden, while the dock is closed. */
  readonly Panel: ComponentType<{ readonly onClose: () => void }>;
  /** The calls in progress on one line; renders nothing without a call. */
  readonly CallBar: ComponentType<{ readonly onOpen: () => void }>;
  /** Whether there is a call, here or in another tab: a ringing incoming call does not count. */
  isTalking(): boolean;
  /** Asks before signing out ends the calls. */
  readonly SignOutQuestion: ComponentType<{ readonly onStay: () => void; readonly onSignOut: () => void }>;
  /** Whether the browser lets the phone use the microphone. */
  readonly microphone: MicrophoneAccess;
  /** The phone itself, for its settings: devices, volumes, the check before calls. */
  readonly phone: Webphone;
  /** The level of a microphone, for choosing one. */
  readonly meter: MicrophoneMeter;
  /** Buttons of headsets, and media keys. */
  readonly keys: PhoneKeys;
  /** Opens the softphone and puts a number into the dial field with the focus; the person starts the call. */
  show(number: string): void;
  /** Opens the softphone with its dial pad; during a call with that call. */
  openKeypad(): void;
  /** Dials; refusals are shown as notices. */
  dial(number: string): void;
  /** Listens in to a person's conversation; `whisper` and `fullbarge` begin as soon as it is answered. */
  listen(exten: string, mode: ListenMode): void;
  /** Answer, hang up, hold, mute: the shell lists them under `?` and attaches them with `joinShortcuts`. */
  readonly shortcuts: readonly Shortcut[];
  /** Ends calls, unregisters and frees all resources. Called on sign-out, and, with a notice, when the right is taken away. */
  stop(why?: "withdrawn"): void;
}

export type CreateSoftphone = (deps: SoftphoneDeps) => Softphone;

/** The loading state of the softphone. `absent`: the viewer may not have one; `failed`: its settings or code failed to load. */
export type SoftphoneSlot = SlotOf<Softphone>;

/** The same, for components that need a part of the softphone. */
export type SlotOf<Part> =
  | { readonly kind: "absent" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly softphone: Part }
  | { readonly kind: "failed" };
