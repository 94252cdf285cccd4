/**
 * What is stored of an answered call so that it can be taken back after a reload, a crash, or by another tab (PHONE-66): its
 * dialog, far end, times, hold and mute.
 */
import type { DialogId } from "../ports/user-agent.port.ts";
import type { Call } from "./call.ts";
import { isHeld } from "./call.ts";

export interface KeptCall {
  readonly id: string;
  readonly dialog: DialogId;
  readonly number: string;
  readonly name: string;
  readonly direction: "in" | "out";
  /** ms since epoch. */
  readonly startedAt: number;
  readonly answeredAt: number;
  readonly held: boolean;
  /** ms since epoch; absent: not on hold, or kept by an earlier version. */
  readonly heldAt?: number | undefined;
  readonly muted: boolean;
}

export interface KeptCalls {
  /** ms since epoch: the phone was alive then. */
  readonly seenAt: number;
  /** Newest first. */
  readonly calls: readonly KeptCall[];
}

const VERSION = 1;

export function keptCall(call: Call, dialog: DialogId | undefined): KeptCall | undefined {
  if (call.phase !== "talking" || !dialog) return undefined;
  const { id, number, name, direction, startedAt, answeredAt, muted } = call;
  const held = isHeld(call);
  const heldAt = held && call.heldAt !== undefined ? { heldAt: call.heldAt } : {};
  return { id, dialog, number, name, direction, startedAt, answeredAt, held, ...heldAt, muted };
}

/** The call as it was, its way still to be found. */
export function recalledCall({ dialog, held, ...kept }: KeptCall): Call {
  return {
    ...kept,
    phase: "talking",
    hold: held ? "held" : "none",
    digitsReceived: "",
    digitsSent: "",
    headers: undefined,
    sipCallId: dialog.callId,
    far: undefined,
    transfer: undefined,
    way: "lost",
    quality: undefined,
  };
}

export const writeKept = (kept: KeptCalls): string => JSON.stringify({ version: VERSION, ...kept });

/** Reads the stored calls; data of another version, or of another program, is ignored. */
export function readKept(text: string): KeptCalls | undefined {
  if (text === "") return undefined;
  try {
    const { version, seenAt, calls } = fields(JSON.parse(text));
    if (version !== VERSION || typeof seenAt !== "number" || !Array.isArray(calls)) return undefined;
    return { seenAt, calls: calls.map(readCall).filter((call) => call !== undefined) };
  } catch {
    return undefined; // not ours: there is nothing to have back
  }
}

function readCall(value: unknown): KeptCall | undefined {
  const { id, dialog, number, name, direction, startedAt, answeredAt, held, heldAt, muted } = fields(value);
  const { callId, localTag, remoteTag } = fields(dialog);
  if (typeof id !== "string" || typeof number !== "string" || typeof name !== "string") return undefined;
  if (direction !== "in" && direction !== "out") return undefined;
  if (typeof startedAt !== "number" || typeof answeredAt !== "number") return undefined;
  if (typeof held !== "boolean" || typeof muted !== "boolean") return undefined;
  if (!isToken(callId) || !isToken(localTag) || !isToken(remoteTag)) return undefined;
  const times = { startedAt, answeredAt, ...(typeof heldAt === "number" && { heldAt }) };
  return { id, dialog: { callId, localTag, remoteTag }, number, name, direction, ...times, held, muted };
}

/** What is allowed in a header field: no space, no line end, no semicolon (RFC 3891 §6.1). */
const isToken = (value: unknown): value is string => typeof value === "string" && /^[^\s;,"]{1,256}$/.test(value);

const fields = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
