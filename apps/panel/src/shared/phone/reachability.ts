/** Whether calls reach the person at the panel's phone, and if not, why (docs/spec/reachability.md). */
import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";

/** The status on screen. `ready` only while calls arrive and can be answered. */
export type ReachStatus = "ready" | "connecting" | "notConnected" | "microphoneBlocked" | "doNotDisturb" | "forwarding";

/** Why calls do not arrive. `mayChange`: this person may switch it off. */
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
  /** Calls arrive, but the browser would ask for the microphone permission while the first caller waits. */
  readonly asksMicrophone: boolean;
}

/** The microphone permission; `unknown` if the browser does not report it (Permissions API). */
export type MicrophoneState = "granted" | "prompt" | "denied" | "unknown";

export interface MicrophoneAccess extends Readable<MicrophoneState> {
  /** Makes the browser ask for permission; called after a click. */
  ask(): Promise<MicrophoneState>;
}

export type ReachabilityStore = Readable<Reachability>;

export const REACHABILITY = defineService<ReachabilityStore>("reachability");
