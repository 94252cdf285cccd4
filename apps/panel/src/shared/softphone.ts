/**
 * Where the shell and the softphone meet. The feature exports `createSoftphone`, a `CreateSoftphone`, from
 * features/softphone/index.ts; compose loads it after sign-in when the viewer has a SIP config. The shell draws
 * `Panel` in the dock (it owns the region's frame and closing), `CallBar` at the foot while the dock is closed, and
 * the toolbar's `Softphone` button from `button`.
 */
import type { FeatureCode, SipConfig } from "@callpanel/contract";
import type { ComponentType } from "react";
import type { Api } from "./api.ts";
import type { Clock } from "./clock.ts";
import type { Notices } from "./notices/notices.ts";
import type { Shortcut } from "./shortcuts.ts";
import type { Readable } from "./store.ts";
import type { TextStorage } from "./storage.ts";
import type { Viewer } from "./viewer.ts";
import type { Words } from "./words/words.ts";

/** What the toolbar button tells: the registration, and the most urgent call. */
export interface SoftphoneButton {
  readonly status: "registered" | "connecting" | "not-registered";
  /** `idle` without a call; otherwise the state of the call that wants attention most. */
  readonly call: "idle" | "ringing" | "on-call" | "muted" | "on-hold";
  readonly missedCount: number;
}

/** Opens and closes the dock; the softphone opens it when a call comes in and nobody is asked to take the focus. */
export interface Dock {
  readonly opened: Readable<boolean>;
  open(): void;
  close(): void;
}

export interface SoftphoneDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly storage: TextStorage;
  readonly dock: Dock;
  readonly viewer: Viewer;
  readonly sip: SipConfig;
  readonly featureCodes: readonly FeatureCode[];
  /** For texts made outside of React; read it each time, the locale can change. */
  readonly words: Readable<Words>;
}

export interface Softphone {
  readonly button: Readable<SoftphoneButton>;
  /** Fills the dock. The shell mounts it once and keeps it mounted, hidden, while the dock is closed. */
  readonly Panel: ComponentType<{ readonly onClose: () => void }>;
  /** The calls in progress on one line; draws nothing without a call. */
  readonly CallBar: ComponentType<{ readonly onOpen: () => void }>;
  /** Dials; refusals are shown as notices. */
  dial(number: string): void;
  /** Answer, hang up, hold, mute: the shell lists them under `?` and joins them with `joinShortcuts`. */
  readonly shortcuts: readonly Shortcut[];
  /** Ends calls, unregisters and frees everything. Called on sign-out. */
  stop(): void;
}

export type CreateSoftphone = (deps: SoftphoneDeps) => Softphone;
