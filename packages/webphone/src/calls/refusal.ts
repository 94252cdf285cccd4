/** Refusals of actions, as values. */
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import type { ActionResult } from "../webphone.ts";

export type Refusal = Extract<ActionResult, { readonly ok: false }>;

export const OK: ActionResult = { ok: true };

export const refused = (code: PanelErrorCode, details: ErrorDetails = {}): Refusal => ({ ok: false, code, details });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
