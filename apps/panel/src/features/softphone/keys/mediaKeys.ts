import type { Webphone } from "@callpanel/webphone";
import { isOffered, openCallOf } from "../softphone.model.ts";

/** The Media Session of the browser, as far as it is used; lib.dom does not know all of it. */
export interface MediaKeys {
  /** Throws a TypeError for an action that the browser does not know. */
  setActionHandler(action: string, run: (() => void) | null): void;
  setMicrophoneActive?(isActive: boolean): unknown;
}

export interface MediaKeysDeps {
  readonly phone: Pick<Webphone, "getSnapshot" | "subscribe" | "hangUp" | "setMute">;
  readonly session: MediaKeys;
}

/** HEADSET-9: the system's media keys act on the call that is heard. @returns a stop function */
export function joinMediaKeys({ phone, session }: MediaKeysDeps): () => void {
  let isTaken = false;
  let isActive: boolean | undefined;
  const heard = () => {
    const { calls, place } = phone.getSnapshot();
    return place === "here" && calls.some((call) => !isOffered(call)) ? openCallOf(calls, null) : undefined;
  };
  const take = (action: string, run: (() => void) | null) => {
    try {
      session.setActionHandler(action, run);
    } catch {
      // The browser does not know this key.
    }
  };
  const handlers = {
    togglemicrophone() {
      const call = heard();
      if (call?.state === "answered") phone.setMute(call.id, call.isMuted ? "unmute" : "mute");
    },
    hangup() {
      const call = heard();
      if (call) phone.hangUp(call.id);
    },
  };
  const set = (isWanted: boolean) => {
    if (isWanted === isTaken) return;
    isTaken = isWanted;
    for (const [action, run] of Object.entries(handlers)) take(action, isWanted ? run : null);
  };
  const look = () => {
    const call = heard();
    set(call !== undefined);
    const next = call?.state === "answered" && !call.isMuted && !call.isOnHold;
    if (next === isActive) return;
    isActive = next;
    session.setMicrophoneActive?.(next);
  };
  look();
  const leave = phone.subscribe(look);
  return () => {
    leave();
    set(false);
  };
}
