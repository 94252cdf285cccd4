import { mergePermissions } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { buddyStates, presenceSightOf } from "./presence.sight.ts";
import {
  show,
  ALL,
  BOB,
  ALICE,
  call,
  registered,
  called,
  ended,
  published,
  switched,
  pidf,
  RECEIVER,
  openBoard,
} from "./test/open-board.ts";

describe("presence", () => {
  it("RT-1 a registered person is online, otherwise offline", () => {
    const { apply, presence } = openBoard();
    expect(presence()).toBe("offline");
    apply(registered);
    expect(presence()).toBe("online");
    apply({ kind: "unregistered", ...BOB });
    expect(presence()).toBe("offline");
  });

  it.each([
    ["online", published(pidf("open"))],
    ["busy", switched({ dnd: true })],
    ["away", published(pidf("open", "away"))],
  ] as const)("RT-1 a new call rings, an answered one is on call, then %s returns", (before, word) => {
    const { apply, presence } = openBoard();
    apply(registered, word);
    expect(presence()).toBe(before);
    apply(called(call()));
    expect(presence()).toBe("ringing");
    apply(called(call({ state: "answered", answeredAt: 2_000 })));
    expect(presence()).toBe("oncall");
    apply(ended());
    expect(presence()).toBe(before);
  });

  it("RT-1 with a second call ringing a person stays on call, and is ringing when the first call ends", () => {
    const { apply, presence } = openBoard();
    apply(registered, called(call({ state: "answered" })));
    apply({ kind: "called", callid: "c2", sides: [{ ...BOB, call: call({ callid: "c2" }) }] });
    expect(presence()).toBe("oncall");
    apply(ended("c1"));
    expect(presence()).toBe("ringing");
    apply(ended("c2"));
    expect(presence()).toBe("online");
  });

  it("RT-1 do not disturb is kept while no telephone is registered", () => {
    const { apply, presence } = openBoard();
    apply(registered, switched({ dnd: true }), { kind: "unregistered", ...BOB });
    expect(presence()).toBe("offline");
    apply(registered);
    expect(presence()).toBe("busy");
  });

  it("RT-2 an action without a change sends no event", () => {
    const { apply, actions } = openBoard();
    apply(registered, called(call()), switched({ dnd: true }));
    expect(actions()).toEqual(["REGISTER", "PRESENCE", "INITIATE", "PRESENCE", "PRESENCE_FEATURE"]);
    apply(registered, called(call()), switched({ dnd: true }), { kind: "unregistered", ...ALICE });
    expect(actions()).toEqual([]);
  });

  it("RT-2 people without any state are not stored", () => {
    const { apply, presenceBoard } = openBoard();
    apply(registered, called(call()), ended(), { kind: "unregistered", ...BOB });
    expect([...presenceBoard.people()]).toEqual([]);
  });
});

describe("calls", () => {
  it("RT-3 events of a call, from start to end, come before the presence", () => {
    const { apply, told } = openBoard();
    apply(registered);
    told.length = 0;
    const answered = call({ state: "answered", answeredAt: 2_000 });
    apply(called(call()), called(answered), called({ ...answered, held: true }), {
      kind: "ended",
      end: { callid: "c1", how: "SIPERROR", cause: 486 },
    });
    const at = { realm: "demo", exten: "102" };
    expect(told).toEqual([
      { action: "INITIATE", ...at, call: call() },
      { action: "PRESENCE", ...at, presence: "ringing" },
      { action: "CONFIRMED", ...at, call: answered },
      { action: "PRESENCE", ...at, presence: "oncall" },
      { action: "CALLCHAN", ...at, call: { ...answered, held: true } },
      { action: "SIPERROR", ...at, callid: "c1", cause: 486 },
      { action: "PRESENCE", ...at, presence: "online" },
    ]);
  });

  it("RT-9 events for unknown and ended calls, and duplicates, change nothing", () => {
    const { apply, actions, presence } = openBoard();
    apply(registered, called(call()), ended());
    actions();
    apply(ended(), ended("never"), { kind: "called", callid: "never", sides: [] }, { kind: "unregistered", ...ALICE });
    expect(actions()).toEqual([]);
    expect(presence()).toBe("online");
  });

  it("RT-9 for a person who has left a call that continues, the call has ended", () => {
    const { apply, actions, presence } = openBoard();
    apply(registered, called(call()));
    actions();
    apply({ kind: "called", callid: "c1", sides: [{ ...ALICE, call: call({ state: "answered" }) }] });
    expect(actions()).toEqual(["TERMINATED", "PRESENCE", "CONFIRMED", "PRESENCE"]);
    expect(presence()).toBe("online");
    apply(ended());
    expect(actions()).toEqual(["TERMINATED", "PRESENCE"]);
  });
});

describe("recording", () => {
  it("REC-31 recording, pause and end are sent to everyone who sees the call, with the id of the recording", () => {
    const { apply, told } = openBoard();
    apply(registered, called(call({ state: "answered", answeredAt: 2 })));
    told.splice(0);
    const states = [
      { recording: "on", monitorFile: "r1" },
      { recording: "paused", monitorFile: "r1" },
      { recording: "off" },
    ] as const;
    for (const state of states) apply(called(call({ state: "answered", answeredAt: 2, ...state })));
    const monitor = { action: "CALLMONITOR", realm: "demo", exten: "102", callid: "c1" };
    expect(told).toMatchObject([
      { action: "CALLCHAN", call: { recording: "on" } },
      { ...monitor, recording: true, monitorFile: "r1" },
      { action: "CALLCHAN", call: { recording: "paused" } },
      { ...monitor, recording: true, monitorFile: "r1" },
      { action: "CALLCHAN", call: { recording: "off" } },
      { ...monitor, recording: false, monitorFile: null },
    ]);
    expect(JSON.stringify(told[0])).not.toContain("monitorFile");
  });

  it("REC-31 people who do not see calls do not see recordings", () => {
    const { apply, told } = openBoard(mergePermissions([show("read")]));
    apply(registered, called(call({ state: "answered", answeredAt: 2 })));
    told.splice(0);
    apply(called(call({ state: "answered", answeredAt: 2, recording: "on", monitorFile: "r1" })));
    expect(told).toEqual([]);
  });
});

describe("settings that people have switched on", () => {
  const at = { action: "PRESENCE_FEATURE", realm: "demo", exten: "102" } as const;

  it("RT-34 each change is sent, also for a person without a telephone", () => {
    const { apply, told } = openBoard();
    apply(switched({ dnd: true, forward: { enabled: true, number: "5550142" } }));
    apply(switched({ dnd: true, followme: true }));
    apply(switched({ dnd: true, followme: true }));
    expect(told).toEqual([
      { ...at, feature: "dnd", enabled: true },
      { ...at, feature: "forward", enabled: true, number: "5550142" },
      { ...at, feature: "forward", enabled: false },
      { ...at, feature: "followme", enabled: true },
    ]);
  });

  it.each([
    ["show_dnd", "dnd"],
    ["show_callforward", "forward"],
    ["show_followme", "followme"],
  ])("RT-34 with only %s only %s is sent, and the others are null", (rule, feature) => {
    const rights = mergePermissions([show("read"), show(rule)]);
    const { apply, told, presenceBoard } = openBoard(rights);
    const all = { dnd: true, forward: { enabled: true, number: "5550142" }, followme: true };
    apply(registered, switched(all));
    expect(told.filter((event) => JSON.stringify(event).includes("PRESENCE_FEATURE"))).toMatchObject([{ feature }]);
    const nothing = { dnd: null, forward: null, followme: null };
    const shown = Object.entries(all).filter(([name]) => name === feature);
    expect(presenceBoard.stateOf("demo", 2, { userId: RECEIVER, rights })).toMatchObject({
      ...nothing,
      ...Object.fromEntries(shown),
    });
    const sight = presenceSightOf("demo", { userId: RECEIVER, rights });
    expect(buddyStates(presenceBoard.people(), sight)).toMatchObject([{ ...nothing, ...Object.fromEntries(shown) }]);
  });

  it("RT-34 a person who has switched everything off is not stored", () => {
    const { apply, presenceBoard } = openBoard();
    apply(switched({ followme: true }), switched({}));
    expect([...presenceBoard.people()]).toEqual([]);
  });
});

describe("voicemail", () => {
  it("RT-37 the contents of a mailbox are sent once when they change, also in lists, to people who may see them", () => {
    const counted = (newCount: number) =>
      ({ kind: "counted", realm: "demo", userId: 2, exten: "102", mailbox: { newCount, oldCount: 3 } }) as const;
    const { apply, told, presenceBoard } = openBoard();
    apply(counted(1), counted(1), counted(2));
    expect(told).toEqual([
      { action: "MWI", realm: "demo", exten: "102", new: 1, old: 3 },
      { action: "MWI", realm: "demo", exten: "102", new: 2, old: 3 },
    ]);
    expect(presenceBoard.stateOf("demo", 2, { userId: 1, rights: ALL }).voicemailCount).toBe(2);
    const rights = mergePermissions([show("read")]);
    expect(presenceBoard.stateOf("demo", 2, { userId: 1, rights }).voicemailCount).toBeNull();
    expect(presenceBoard.stateOf("demo", 2, { userId: 2, rights }).voicemailCount).toBe(2);
  });
});

describe("video meetings", () => {
  const met = (room?: string) => ({ kind: "met", ...BOB, meeting: room === undefined ? undefined : { room } }) as const;
  const at = { realm: "demo", exten: "102" };

  it("RT-47 a meeting of a person is announced when it begins, changes and ends, and is in the snapshot; without a telephone too", () => {
    const { apply, told, presenceBoard } = openBoard();
    const sight = presenceSightOf("demo", { userId: RECEIVER, rights: ALL });
    apply(met("Daily"), met("Daily"));
    expect(buddyStates(presenceBoard.people(), sight)).toMatchObject([
      { presence: "offline", meeting: { room: "Daily" } },
    ]);
    apply(met(""), met());
    expect(told).toEqual([
      { action: "MEETING", ...at, meeting: { room: "Daily" } },
      { action: "MEETING", ...at, meeting: { room: "" } },
      { action: "MEETING", ...at, meeting: null },
    ]);
    expect([...presenceBoard.people()]).toEqual([]);
  });

  it("RT-47 the room needs show_caller_id_info, the meeting itself show_call_state", () => {
    for (const [rights, meeting] of [
      [[show("read"), show("show_call_state")], { room: "" }],
      [[show("read"), show("show_caller_id_info")], undefined],
      [[show("show_call_state"), show("show_caller_id_info")], null],
    ] as const) {
      const own = mergePermissions([...rights]);
      const { apply, told, presenceBoard } = openBoard(own);
      apply(registered, met("Daily"));
      const [state] = buddyStates(presenceBoard.people(), presenceSightOf("demo", { userId: RECEIVER, rights: own }));
      expect(state === undefined ? null : state.meeting).toEqual(meeting);
      expect(JSON.stringify(told)).not.toContain("Daily");
      expect(JSON.stringify(told).includes("MEETING")).toBe(meeting !== undefined && meeting !== null);
    }
  });
});
