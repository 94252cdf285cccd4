/** The way of a guest into a meeting (docs/spec/video-client.md). */
import type { MeetingRole } from "@callpanel/contract";

export interface LinkedRoom {
  readonly room: string;
  readonly role: MeetingRole;
  /** A PIN is asked for. */
  readonly pin: boolean;
}

/** The token of a full link, else the secret of a short one. Empty: neither. */
export function linkOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const jwt = new URLSearchParams(search).get("jwt");
  return jwt ?? /^\/v\/([^/]+)\/?$/.exec(pathname)?.[1] ?? "";
}

const KEPT_KEY = "callpanel.video.guest";
const NAME_KEY = "callpanel.video.name";

/** The way back into a meeting, and what was on: a muted guest comes back muted. */
export interface WayBack {
  readonly resume: string;
  readonly microphone: boolean;
  readonly camera: boolean;
}

/** The way back into the meeting of this link after a reload; null: none. */
export function readWayBack(tab: Storage | undefined, link: string): WayBack | null {
  try {
    const found: unknown = JSON.parse(tab?.getItem(KEPT_KEY) ?? "null");
    if (!Array.isArray(found) || found[0] !== link) return null;
    const resume: unknown = found[1];
    return typeof resume === "string" ? { resume, microphone: found[2] === true, camera: found[3] === true } : null;
  } catch {
    return null;
  }
}

/** Null: there is none any more. */
export function keepWayBack(tab: Storage | undefined, link: string, way: WayBack | null): void {
  try {
    if (way === null) tab?.removeItem(KEPT_KEY);
    else tab?.setItem(KEPT_KEY, JSON.stringify([link, way.resume, way.microphone, way.camera]));
  } catch {
    // If it cannot be stored, the guest joins again by hand.
  }
}

export const readName = (storage: Storage | undefined): string => storage?.getItem(NAME_KEY) ?? "";
export function keepName(storage: Storage | undefined, name: string): void {
  try {
    storage?.setItem(NAME_KEY, name);
  } catch {
    // It is typed again the next time.
  }
}
