/** The way back into the meeting after a reload; kept in this tab only. */
import type { GoingCall } from "../calls/handover.ts";

const KEPT_KEY = "callpanel.video.meeting";
/** In place of the way back: the meeting is held elsewhere, and the user enters again. */
export const EXTERNAL = "external";

/** What the window says about its room. */
export interface OpenRoom {
  readonly id: number;
  readonly name: string;
  readonly guestUrl: string;
  /** The admin's link, for those who have it; otherwise the guest's. */
  readonly ownUrl: string;
}

/** What is on. */
export interface Inputs {
  readonly microphone: boolean;
  readonly camera: boolean;
}

export interface Kept extends Inputs {
  readonly room: OpenRoom;
  readonly resume: string;
  readonly call?: GoingCall | undefined;
}

export function keepMeeting(tab: Storage | undefined, kept: Kept): void {
  try {
    tab?.setItem(KEPT_KEY, JSON.stringify(kept));
  } catch {
    // If it cannot be stored, the user joins again by hand after a reload.
  }
}

export const forgetMeeting = (tab: Storage | undefined): void => tab?.removeItem(KEPT_KEY);

export function readMeeting(tab: Storage | undefined): Kept | null {
  try {
    const found: unknown = JSON.parse(tab?.getItem(KEPT_KEY) ?? "null");
    return isKept(found) ? found : null;
  } catch {
    return null;
  }
}

const isGoing = (call: unknown): boolean =>
  typeof call === "object" &&
  call !== null &&
  "number" in call &&
  typeof call.number === "string" &&
  "hangsUp" in call &&
  typeof call.hangsUp === "boolean";

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null || !("room" in value) || !("resume" in value)) return false;
  const { room, resume } = value;
  if ("call" in value && !isGoing(value.call)) return false;
  if (!("microphone" in value) || !("camera" in value)) return false;
  if (typeof value.microphone !== "boolean" || typeof value.camera !== "boolean") return false;
  return typeof resume === "string" && typeof room === "object" && room !== null && "guestUrl" in room;
}
