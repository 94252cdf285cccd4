import type { JoinedMeeting, MeetingSnapshot } from "@callpanel/meeting";
import type { CallSnapshot, WebphoneSnapshot } from "@callpanel/webphone";
import { describe, expect, it } from "vitest";
import type { SlotOf } from "../../../shared/phone/softphone.ts";
import { createStore } from "../../../shared/store.ts";
import { handoverOf, startHandover } from "./handover.ts";
import type { CallPhone, MeetingSeen } from "./handover.ts";

const CALL: CallSnapshot = {
  id: "call1",
  number: "102",
  name: "Bob Brandt",
  direction: "out",
  state: "answered",
  visual: "on-call",
  isOnHold: false,
  isMuted: false,
  startedAt: 0,
  answeredAt: 0,
  digitsReceived: "",
  digitsSent: "",
};
const ALONE: JoinedMeeting = {
  phase: "joined",
  room: "Alice and Bob",
  self: "me",
  role: "admin",
  resume: "token",
  resumeMs: 60_000,
  online: true,
  locked: false,
  recording: false,
  sharesScreens: true,
  participants: [],
  messages: [],
  mayCall: false,
  mayRecord: false,
  calling: [],
  missed: null,
  waiting: [],
  talking: new Set(),
  slots: [],
  quality: { level: 3, cause: null },
  reactions: [],
};
const withVoice: JoinedMeeting = { ...ALONE, slots: [{ mid: "4", participant: "bob", kind: "voice" }] };
const next = <Value>(_: Value, value: Value): Value => value;

interface Before {
  readonly calls?: readonly CallSnapshot[];
  readonly loads?: boolean;
  readonly flows?: boolean;
  readonly hangsUp?: boolean;
}

function setUp({ calls = [CALL], loads = false, flows = true, hangsUp = true }: Before = {}) {
  const seen: string[] = [];
  const list = createStore<readonly CallSnapshot[], readonly CallSnapshot[]>(calls, next);
  let state: WebphoneSnapshot["state"] = "registered";
  const ready: SlotOf<CallPhone> = {
    kind: "ready",
    softphone: {
      calls: list,
      phone: {
        getSnapshot: () => ({ state }),
        hangUp: (id) => {
          seen.push(`hang up ${id}`);
          list.dispatch(list.get().filter((call) => call.id !== id));
          return { ok: true };
        },
      },
    },
  };
  const slot = createStore<SlotOf<CallPhone>, SlotOf<CallPhone>>(loads ? { kind: "loading" } : ready, next);
  const track = Object.assign(new EventTarget(), { muted: !flows, readyState: "live" });
  const sounds = [{ getTracks: () => [track] }];
  const meeting = createStore<MeetingSeen, MeetingSeen>(
    { meeting: { phase: "connecting" }, media: "connecting", sounds, pictures: new Map() },
    next,
  );
  const flow = () => {
    track.muted = false;
    track.dispatchEvent(new Event("unmute"));
  };
  const capture = {
    turn: async (kind: string, on: boolean) => {
      seen.push(`${kind} ${on ? "on" : "off"}`);
      // As the real one does before it waits for the device.
      meeting.dispatch({ ...meeting.get() });
    },
  };
  const stop = startHandover({
    softphone: slot,
    meeting: handoverOf({ get: meeting.get, subscribe: meeting.subscribe, capture }),
    call: { number: "102", hangsUp },
    over: () => seen.push("the meeting is heard"),
  });
  const is = (now: JoinedMeeting, media: MeetingSnapshot["media"] = "connected") =>
    meeting.dispatch({ meeting: now, media, sounds, pictures: new Map() });
  const registered = (now: WebphoneSnapshot["state"]) => {
    state = now;
  };
  return { seen, list, slot, ready, is, stop, registered, flow };
}

describe("from a call to a meeting", () => {
  it("VCALL-4 the call is hung up once, when another participant's voice arrives over an established connection", () => {
    const { seen, is } = setUp();
    is(ALONE);
    is(withVoice, "interrupted");
    expect(seen).toEqual(["microphone on"]);
    is(withVoice);
    is({ ...withVoice, locked: true });
    expect(seen).toEqual(["microphone on", "hang up call1", "the meeting is heard"]);
  });

  it("VCALL-4 an announced voice must arrive first: until then the call continues", () => {
    const { seen, is, flow } = setUp({ flows: false });
    is(withVoice);
    expect(seen).toEqual(["microphone on"]);
    flow();
    expect(seen).toEqual(["microphone on", "hang up call1", "the meeting is heard"]);
  });

  it("VCALL-4 the invited side waits for the end of the call", () => {
    const { seen, is, list } = setUp({ hangsUp: false });
    is(withVoice);
    expect(seen).toEqual(["microphone on"]);
    list.dispatch([]);
    expect(seen).toEqual(["microphone on", "the meeting is heard"]);
  });

  it("VCALL-4 the user's own screen does not count as another participant; when the other side hangs up, the meeting becomes audible", () => {
    const { seen, is, list } = setUp();
    is({ ...ALONE, slots: [{ mid: "4", participant: "me", kind: "screen" }] });
    list.dispatch([]);
    is(withVoice);
    expect(seen).toEqual(["microphone on", "the meeting is heard"]);
  });

  it("VCALL-4 another call is not affected, and the call with the number that the phone system reports is found", () => {
    const other = setUp({ calls: [{ ...CALL, number: "103" }] });
    expect(other.seen).toEqual(["the meeting is heard"]);
    const moved = setUp({ calls: [{ ...CALL, number: "700", far: { kind: "person", number: "102", name: "Bob" } }] });
    moved.is(withVoice);
    expect(moved.seen).toContain("hang up call1");
  });

  it("VCALL-4 after a reload the meeting stays silent until the phone has its calls back", () => {
    const { seen, is, slot, ready, registered, list } = setUp({ calls: [], loads: true });
    is(ALONE);
    registered("connecting");
    slot.dispatch(ready);
    expect(seen).toEqual([]);
    list.dispatch([CALL]);
    registered("registered");
    is(withVoice);
    expect(seen).toEqual(["microphone on", "hang up call1", "the meeting is heard"]);
    const without = setUp({ loads: true });
    without.slot.dispatch({ kind: "absent" });
    expect(without.seen).toEqual(["the meeting is heard"]);
  });

  it("VCALL-4 leaving the meeting before that leaves the call as it is", () => {
    const { seen, is, stop } = setUp();
    stop();
    is(withVoice);
    expect(seen).toEqual(["microphone on"]);
  });

  it("VCALL-5 a user who is muted in the call is muted in the meeting", () => {
    const { seen, list } = setUp({ calls: [{ ...CALL, isMuted: true }] });
    list.dispatch([{ ...CALL, isMuted: false }]);
    list.dispatch([{ ...CALL, isMuted: true }]);
    expect(seen).toEqual(["microphone off", "microphone on", "microphone off"]);
  });
});
