/**
 * Messages between the panel in a frame and the page around it, by `window.postMessage` (docs/spec/embedding.md).
 * Messages are accepted from, and sent to, only origins of `embed_origins`.
 */
import * as z from "zod/mini";
import { embeddedCredentialSchema } from "./endpoints/session/provisioning.ts";
import type { ErrorCode } from "./errors.ts";
import { LOCALES } from "./limits.ts";

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** What a host may say. */
export const hostMessageSchema = z.discriminatedUnion("type", [
  /** Requests the current state. If the browser does not name the host's origin, the panel learns it from this message. */
  z.object({ type: z.literal("callpanel:hello") }),
  /** Call this number. `id` is returned in the result. */
  z.object({ type: z.literal("callpanel:dial"), destination: text(64), id: z.optional(text(64)) }),
  /** Accepted only on `/embedded_login`. */
  z.object({
    type: z.literal("callpanel:sign_in"),
    credential: embeddedCredentialSchema,
    language: z.optional(z.enum(LOCALES)),
    redirect: z.optional(z.literal("chat")),
  }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

/** A call as a host sees it. */
export interface HostCall {
  readonly id: string;
  readonly number: string;
  /** Hostile text; empty when unknown. */
  readonly name: string;
  readonly direction: "in" | "out";
  readonly state: "calling" | "ringing" | "on-call" | "muted" | "on-hold" | "ended";
}

/** Messages from the panel. */
export type PanelMessage =
  /** After every `hello`, and whenever one of it changes. */
  | {
      readonly type: "callpanel:state";
      readonly version: 1;
      readonly signedIn: boolean;
      /** `absent`: this person has no telephone here. */
      readonly phone: "absent" | "connecting" | "registered" | "not-registered";
    }
  /** `error` is the code that the sign-in was refused with. */
  | { readonly type: "callpanel:sign_in_result"; readonly ok: boolean; readonly error: string | null }
  /** `accepted`: the panel does what the person chose for click-to-dial; what becomes of the call follows as `call`. */
  | {
      readonly type: "callpanel:dial_result";
      readonly id: string | null;
      readonly accepted: boolean;
      readonly error: ErrorCode | null;
    }
  /** A call began, changed or ended. */
  | { readonly type: "callpanel:call"; readonly call: HostCall };
