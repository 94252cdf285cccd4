/** The tab that owns the phone: it sends changes to the other tabs and executes their requests. */
import { OK, refused } from "../calls/refusal.ts";
import type { Tabs } from "../ports/tabs.port.ts";
import type { ActionResult, Webphone, WebphoneEvent, WebphoneSnapshot } from "../webphone.ts";
import type { Action, Answer, Argument, TabMessage } from "./message.ts";
import { writeMessage } from "./message.ts";

export interface Owning {
  readonly phone: Webphone;
  hear(message: Extract<TabMessage, { readonly kind: "hello" | "ask" }>): void;
  /** Sends and executes nothing more; the phone itself continues. */
  end(): void;
}

export interface OwningDeps {
  readonly phone: Webphone;
  readonly tabs: Tabs;
  readonly onChange: () => void;
  readonly onEvent: (event: WebphoneEvent) => void;
}

export function createOwning({ phone, tabs, onChange, onEvent }: OwningDeps): Owning {
  const owner = tabs.newId();
  let told: Partial<WebphoneSnapshot> = {};

  const tell = (): void => {
    const now = phone.getSnapshot();
    const part = changed(told, now);
    told = now;
    tabs.post(writeMessage({ kind: "state", owner, part }));
  };
  const answer = async (id: string, action: Action, args: readonly Argument[]): Promise<void> => {
    tabs.post(writeMessage({ kind: "heard", id }));
    tabs.post(writeMessage({ kind: "answer", id, answer: await act(phone, action, args) }));
  };
  const stops = [
    phone.subscribe(() => {
      tell();
      onChange();
    }),
    phone.onEvent((event) => {
      tabs.post(writeMessage({ kind: "event", event }));
      onEvent(event);
    }),
  ];
  tell();
  return {
    phone,
    hear: (message) => {
      if (message.kind === "ask") return void answer(message.id, message.action, message.args);
      told = {};
      tell();
    },
    end: () => {
      for (const stop of stops) stop();
    },
  };
}

/** The log has a thousand entries: only what changed is said. */
function changed(before: Partial<WebphoneSnapshot>, now: WebphoneSnapshot): Partial<WebphoneSnapshot> {
  const known = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !Object.is(known.get(key), value)));
}

/** Does an action that was asked for by its name. */
export async function act(phone: Webphone, action: Action, args: readonly Argument[]): Promise<Answer> {
  const [first = "", second = ""] = args.map(String);
  const done = (act: void | Promise<void>): Promise<ActionResult> => Promise.resolve(act).then(() => OK);
  switch (action) {
    case "probe":
      return done(phone.probe());
    case "call":
    case "answer":
    case "reject":
    case "hangUp":
    case "completeTransfer":
    case "cancelTransfer":
      return phone[action](first);
    case "transfer":
    case "startAttendedTransfer":
    case "sendDigit":
      return phone[action](first, second);
    case "setHold":
      return phone.setHold(first, second === "unhold" ? "unhold" : "hold");
    case "setMute":
      return phone.setMute(first, second === "unmute" ? "unmute" : "mute");
    case "setVolume":
      return done(phone.setVolume(Number(first)));
    case "setRingVolume":
      return done(phone.setRingVolume(Number(first)));
    case "setRingback":
      return done(phone.setRingback(first === "own" ? "own" : "network"));
    case "setStunServers":
      return done(phone.setStunServers(first));
    case "testSound":
      return done(phone.testSound(first === "ring" ? "ring" : "output"));
    case "startCheck":
      return phone.startCheck();
    case "stopCheck":
      return done(phone.stopCheck());
    case "refreshDevices":
      return done(phone.refreshDevices());
    case "chooseDevice":
      if (first !== "input" && first !== "output" && first !== "ring") return refused("sipua.error.media");
      return phone.chooseDevice(first, second);
    case "setNoiseReduction":
      return done(phone.setNoiseReduction(first === "on" ? "on" : "off"));
    case "playKey":
      return done(phone.playKey(first));
    case "clearMissed":
      return done(phone.clearMissed());
  }
}
