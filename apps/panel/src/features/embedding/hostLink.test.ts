import type { PanelErrorCode, HostMessage, PanelMessage } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import { expect, it } from "vitest";
import type { SoftphoneButton } from "../../shared/phone/softphone.ts";
import type { NumberName } from "../../shared/phone/numberNames.ts";
import { createStore } from "../../shared/store.ts";
import { startHostLink } from "./hostLink.ts";
import type { PhoneSlot } from "./hostLink.ts";

const CALL: CallSnapshot = {
  id: "c1",
  number: "102",
  name: "Bob Brandt",
  direction: "out",
  state: "initiating",
  visual: "calling",
  isOnHold: false,
  isMuted: false,
  startedAt: 0,
  answeredAt: undefined,
  digitsReceived: "",
  digitsSent: "",
};

function open(refusal: PanelErrorCode | null = null) {
  const sent: PanelMessage[] = [];
  const dialled: string[] = [];
  let listener: (message: HostMessage) => void = () => undefined;
  const calls = createStore<readonly CallSnapshot[], readonly CallSnapshot[]>([], (_, next) => next);
  const button = createStore<SoftphoneButton, SoftphoneButton>(
    { status: "registered", call: "idle", missedCount: 0 },
    (_, next) => next,
  );
  const slot = createStore<PhoneSlot, PhoneSlot>({ kind: "loading" }, (_, next) => next);
  const softphone = { button, calls };
  const agnes = createStore<NumberName | null, NumberName | null>(null, (_, next) => next);
  const stop = startHostLink({
    host: {
      send: (message) => sent.push(message),
      onMessage: (next) => {
        listener = next;
        return () => {
          listener = () => undefined;
        };
      },
    },
    softphone: slot,
    numberNames: { of: () => agnes },
    dial: (destination) => {
      dialled.push(destination);
      return refusal;
    },
  });
  return { sent, dialled, calls, agnes, slot, softphone, stop, say: (message: HostMessage) => listener(message) };
}

const state = (phone: string) => ({ type: "callpanel:state", version: 1, signedIn: true, phone });
const told = ({ sent }: { sent: PanelMessage[] }) => sent.splice(0);

it("EMBED-12 a destination is dialled and the reply has the id", () => {
  const link = open();
  told(link);
  link.say({ type: "callpanel:dial", destination: "102", id: "7" });
  link.say({ type: "callpanel:dial", destination: "103" });
  expect(link.dialled).toEqual(["102", "103"]);
  expect(told(link)).toEqual([
    { type: "callpanel:dial_result", id: "7", accepted: true, error: null },
    { type: "callpanel:dial_result", id: null, accepted: true, error: null },
  ]);
});

it("EMBED-12 a refusal says why, by its code", () => {
  const link = open("sipua.hint.notReady");
  told(link);
  link.say({ type: "callpanel:dial", destination: "102" });
  expect(told(link)).toEqual([
    { type: "callpanel:dial_result", id: null, accepted: false, error: "sipua.hint.notReady" },
  ]);
});

it("EMBED-13 the state is sent when it changes, and in reply to hello", () => {
  const link = open();
  expect(told(link)).toEqual([state("connecting")]);
  link.slot.dispatch({ kind: "ready", softphone: link.softphone });
  expect(told(link)).toEqual([state("registered")]);
  link.say({ type: "callpanel:hello" });
  expect(told(link)).toEqual([state("registered")]);
  link.slot.dispatch({ kind: "absent" });
  expect(told(link)).toEqual([state("absent")]);
});

it("EMBED-14 a call is reported when it begins, changes and ends, and not in between", () => {
  const link = open();
  link.slot.dispatch({ kind: "ready", softphone: link.softphone });
  told(link);
  const call = { id: "c1", number: "102", name: "Bob Brandt", direction: "out" };
  const say = (visual: string) => ({ type: "callpanel:call", call: { ...call, state: visual } });
  link.calls.dispatch([CALL]);
  link.calls.dispatch([{ ...CALL, digitsSent: "1" }]);
  link.calls.dispatch([{ ...CALL, visual: "on-call" }]);
  expect(told(link)).toEqual([say("calling"), say("on-call")]);
  link.say({ type: "callpanel:hello" });
  expect(told(link)).toEqual([state("registered"), say("on-call")]);
  link.calls.dispatch([]);
  expect(told(link)).toEqual([say("ended")]);
});

it("EMBED-14 a call without a name has that of the contact with its number, until the far end says its own", () => {
  const link = open();
  link.slot.dispatch({ kind: "ready", softphone: link.softphone });
  told(link);
  const say = (name: string, visual = "calling") => ({
    type: "callpanel:call",
    call: { id: "c1", number: "+14165550110", name, direction: "out", state: visual },
  });
  const outside = { ...CALL, number: "+14165550110", name: "" };
  link.calls.dispatch([outside]);
  link.agnes.dispatch({ name: "Agnes Bellweather", company: "", imageUrl: null });
  link.calls.dispatch([{ ...outside, name: "Bellweather Ltd" }]);
  expect(told(link)).toEqual([say(""), say("Agnes Bellweather"), say("Bellweather Ltd")]);
  link.calls.dispatch([]);
  link.agnes.dispatch(null);
  expect(told(link)).toEqual([say("Bellweather Ltd", "ended")]);
});

it("EMBED-14 after stop nothing is sent and no command is executed", () => {
  const link = open();
  link.slot.dispatch({ kind: "ready", softphone: link.softphone });
  told(link);
  link.stop();
  link.calls.dispatch([CALL]);
  link.say({ type: "callpanel:dial", destination: "102" });
  expect([told(link), link.dialled]).toEqual([[], []]);
});
