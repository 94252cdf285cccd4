/** Whether a person can be reached at the panel's phone, and what keeps calls away (docs/spec/reachability.md). */
import type { Readable } from "./store.ts";

/** What the status says on screen. `ready` only while calls arrive and can be answered. */
export type ReachStatus = "ready" | "connecting" | "notConnected" | "microphoneBlocked" | "doNotDisturb" | "forwarding";

/** What keeps calls away. `mayChange`: this person may switch it off. */
export type ReachReason =
  | { readonly kind: "notConnected" }
  | { readonly kind: "phoneFailed" }
  | { readonly kind: "microphoneBlocked" }
  | { readonly kind: "doNotDisturb"; readonly mayChange: boolean }
  | { readonly kind: "forward"; readonly number: string; readonly mayChange: boolean }
  | { readonly kind: "noLocation" };

export interface Reachability {
  readonly status: ReachStatus;
  /** The most urgent first; empty while calls arrive. */
  readonly reasons: readonly ReachReason[];
  /** Calls arrive, but the browser would ask for the microphone while the first caller waits. */
  readonly asksMicrophone: boolean;
}

/** The browser's word on the microphone; `unknown` where it does not say (Permissions API). */
export type MicrophoneState = "granted" | "prompt" | "denied" | "unknown";

export interface MicrophoneAccess extends Readable<MicrophoneState> {
  /** Has the browser ask; a person clicked for it. */
  ask(): Promise<MicrophoneState>;
}

export type ReachabilityStore = Readable<Reachability>;
