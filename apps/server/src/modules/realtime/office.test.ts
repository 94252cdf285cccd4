import { mergePermissions, type Permission } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { NO_PERSONAL_STATE, type PersonalState } from "../call-handling/index.ts";
import { createOffice, type OfficeEvent } from "./office.ts";
import type { PersonCall } from "./presence.model.ts";
import { buddyStates, eventsBetween, sightClassOf } from "./sight.ts";

const show = (rule: string, targets?: string[]): Permission =>
  targets === undefined ? { module: "panel_buddies", rule } : { module: "panel_buddies", rule, targets };
const MARKS = [show("show_dnd"), show("show_callforward"), show("show_followme")];
const ALL = mergePermissions([
  ...["read", "show_call_state", "show_caller_id_info", "show_voicemail_count"].map((rule) => show(rule)),
  ...MARKS,
]);
const BOB = { realm: "demo", userId: 2, exten: "102" } as const;
const ALICE = { realm: "demo", userId: 1, exten: "101" } as const;

const call = (changes: Partial<PersonCall> = {}): PersonCall => ({
  callid: "c1",
  legCallid: "sip-1",
  user: "101",
  name: "Alice Archer",
  state: "early",
  direction: "in",
  channel: "leg-1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: 1_000,
  ...changes,
});
const registered: OfficeEvent = { kind: "registered", ...BOB, userAgent: "desk", expiresSeconds: 600 };
const called = (...calls: readonly PersonCall[]): OfficeEvent => ({
  kind: "called",
  callid: "c1",
  sides: calls.map((one) => ({ ...BOB, call: one })),
});
const ended = (callid = "c1"): OfficeEvent => ({ kind: "ended", end: { callid, how: "TERMINATED" } });
const published = (document: string, expiresSeconds = 2_592_000): OfficeEvent => ({
  kind: "published",
  realm: "demo",
  userId: 2,
  document,
  expiresSeconds,
});
const switched = (features: Partial<PersonalState>): OfficeEvent => ({
  kind: "switched",
  ...BOB,
  features: { ...NO_PERSONAL_STATE, ...features },
});
const pidf = (basic: string, note = "") =>
  `<?xml version="1.0"?><presence xmlns="urn:ietf:params:xml:ns:pidf" entity="sip:bob@demo"><tuple id="t"><status><basic>${basic}</basic></status>${note === "" ? "" : `<note>${note}</note>`}</tuple></presence>`;

/** A person who is not in any of the calls. */
const RECEIVER = 9;

function openOffice(rights = ALL, userId = RECEIVER) {
  const clock = createFakeClock();
  const office = createOffice({ clock });
  const sight = sightClassOf("demo", { userId, rights });
  const told: object[] = [];
  office.subscribe((before, after) => told.push(...eventsBetween(before, after, sight)));
  return {
    clock,
    office,
    told,
    actions: () => told.splice(0).map((event) => ("action" in event ? event.action : "")),
    presence: (of = 2) => office.stateOf("demo", of, { userId, rights }).presence,
    apply: (...events: readonly OfficeEvent[]) => events.forEach((event) => office.apply(event)),
  };
}

describe("presence", () => {
  it("RT-1 a registered person is online, otherwise offline", () => {
    const { apply, presence } = openOffice();
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
    const { apply, presence } = openOffice();
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
    const { apply, presence } = openOffice();
    apply(registered, called(call({ state: "answered" })));
    apply({ kind: "called", callid: "c2", sides: [{ ...BOB, call: call({ callid: "c2" }) }] });
    expect(presence()).toBe("oncall");
    apply(ended("c1"));
    expect(presence()).toBe("ringing");
    apply(ended("c2"));
    expect(presence()).toBe("online");
  });

  it("RT-1 do not disturb is kept while no telephone is registered", () => {
    const { apply, presence } = openOffice();
    apply(registered, switched({ dnd: true }), { kind: "unregistered", ...BOB });
    expect(presence()).toBe("offline");
    apply(registered);
    expect(presence()).toBe("busy");
  });

  it("RT-2 an action without a change sends no event", () => {
    const { apply, actions } = openOffice();
    apply(registered, called(call()), switched({ dnd: true }));
    expect(actions()).toEqual(["REGISTER", "PRESENCE", "INITIATE", "PRESENCE", "PRESENCE_FEATURE"]);
    apply(registered, called(call()), switched({ dnd: true }), { kind: "unregistered", ...ALICE });
    expect(actions()).toEqual([]);
  });

  it("RT-2 people without any state are not stored", () => {
    const { apply, office } = openOffice();
    apply(registered, called(call()), ended(), { kind: "unregistered", ...BOB });
    expect([...office.people()]).toEqual([]);
  });
});

describe("calls", () => {
  it("RT-3 events of a call, from start to end, come before the presence", () => {
    const { apply, told } = openOffice();
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
    const { apply, actions, presence } = openOffice();
    apply(registered, called(call()), ended());
    actions();
    apply(ended(), ended("never"), { kind: "called", callid: "never", sides: [] }, { kind: "unregistered", ...ALICE });
    expect(actions()).toEqual([]);
    expect(presence()).toBe("online");
  });

  it("RT-9 for a person who has left a call that continues, the call has ended", () => {
    const { apply, actions, presence } = openOffice();
    apply(registered, called(call()));
    actions();
    apply({ kind: "called", callid: "c1", sides: [{ ...ALICE, call: call({ state: "answered" }) }] });
    expect(actions()).toEqual(["TERMINATED", "PRESENCE", "CONFIRMED", "PRESENCE"]);
    expect(presence()).toBe("online");
    apply(ended());
    expect(actions()).toEqual(["TERMINATED", "PRESENCE"]);
  });
});

describe("presence documents", () => {
  it.each([
    [pidf("open"), "online"],
    [pidf("open", "Lunch"), "onlunch"],
    [pidf("open", "away"), "away"],
    [pidf("open", "busy"), "busy"],
    [pidf("open", "offline"), "offline"],
    [pidf("open", "back at 3"), "online"],
    [pidf("open").replaceAll("<", "<p:").replaceAll("<p:/", "</p:"), "online"],
  ])("RT-10 %s is %s", (document, expected) => {
    const { apply, presence } = openOffice();
    apply(registered, published(document));
    expect(presence()).toBe(expected);
  });

  it.each(["", "no xml", "<presence/>", pidf("ajar"), `<presence>${"x".repeat(20_000)}`, "<presence><basic>closed"])(
    "RT-10 anything other than a presence document is ignored: %s",
    (document) => {
      const { apply, actions, presence } = openOffice();
      apply(registered, published(pidf("open", "away")));
      actions();
      apply(published(document));
      expect(actions()).toEqual([]);
      expect(presence()).toBe("away");
    },
  );

  it("RT-10 another note is shown as text, with entities resolved once", () => {
    const { apply, told } = openOffice();
    apply(registered, published(pidf("open", "&lt;b&gt; &amp;amp; at the dentist&#39;s")));
    expect(told.at(-1)).toMatchObject({ action: "PRESENCE", note: "<b> &amp; at the dentist&#39;s" });
  });

  it("RT-10 a publication is valid until it is withdrawn or expires", async () => {
    const { apply, presence, clock } = openOffice();
    apply(registered, published(pidf("open", "away")), published("", 0));
    expect(presence()).toBe("online");
    apply(published(pidf("open", "away")));
    await clock.advance(2_591_999_000);
    expect(presence()).toBe("away");
    await clock.advance(1_000);
    expect(presence()).toBe("online");
    expect(clock.timerCount).toBe(0);
  });

  it.each([pidf("closed"), pidf("closed", "lunch")])("RT-10 closed ends the publication before it: %s", (document) => {
    const { apply, presence } = openOffice();
    apply(registered, published(pidf("open", "away")), switched({ dnd: true }), published(document));
    expect(presence()).toBe("busy");
    apply(switched({ dnd: false }));
    expect(presence()).toBe("online");
  });
});

describe("settings that people have switched on", () => {
  const at = { action: "PRESENCE_FEATURE", realm: "demo", exten: "102" } as const;

  it("RT-34 each change is sent, also for a person without a telephone", () => {
    const { apply, told } = openOffice();
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
    const { apply, told, office } = openOffice(rights);
    const all = { dnd: true, forward: { enabled: true, number: "5550142" }, followme: true };
    apply(registered, switched(all));
    expect(told.filter((event) => JSON.stringify(event).includes("PRESENCE_FEATURE"))).toMatchObject([{ feature }]);
    const nothing = { dnd: null, forward: null, followme: null };
    const shown = Object.entries(all).filter(([name]) => name === feature);
    expect(office.stateOf("demo", 2, { userId: RECEIVER, rights })).toMatchObject({
      ...nothing,
      ...Object.fromEntries(shown),
    });
    const sight = sightClassOf("demo", { userId: RECEIVER, rights });
    expect(buddyStates(office.people(), sight)).toMatchObject([{ ...nothing, ...Object.fromEntries(shown) }]);
  });

  it("RT-34 a person who has switched everything off is not stored", () => {
    const { apply, office } = openOffice();
    apply(switched({ followme: true }), switched({}));
    expect([...office.people()]).toEqual([]);
  });
});

describe("visibility", () => {
  const history: readonly OfficeEvent[] = [
    registered,
    switched({ dnd: true }),
    called(call()),
    called(call({ state: "answered" })),
    ended(),
  ];

  it("RT-5 without show_call_state there are no calls, and presence is as without calls", () => {
    const { apply, told } = openOffice(mergePermissions([show("read"), show("show_caller_id_info")]));
    apply(...history);
    expect(told).toEqual([
      { action: "REGISTER", realm: "demo", exten: "102", expires: 600, userAgent: "desk" },
      { action: "PRESENCE", realm: "demo", exten: "102", presence: "online" },
      { action: "PRESENCE", realm: "demo", exten: "102", presence: "busy" },
    ]);
  });

  it("RT-5 without show_caller_id_info a call has no number and no name", () => {
    const { apply, told } = openOffice(mergePermissions([show("read"), show("show_call_state")]));
    apply(...history);
    expect(JSON.stringify(told)).not.toMatch(/Alice|"101"/);
    expect(told).toContainEqual(expect.objectContaining({ action: "INITIATE", call: call({ user: "", name: "" }) }));
  });

  it("RT-46 without show_caller_id_info the owner of the far end's leg is not visible", () => {
    const { apply, told } = openOffice(mergePermissions([show("read"), show("show_call_state")]));
    apply(registered, called(call({ state: "answered", peerChannel: "leg-2", peerOwners: [1] })));
    expect(JSON.stringify(told)).toContain("leg-2");
    expect(JSON.stringify(told)).not.toContain("peerOwners");
  });

  it("RT-5 without reading buddies, or in another realm, there are no events", () => {
    const blind = openOffice(mergePermissions([show("show_call_state"), show("show_dnd")]));
    blind.apply(...history);
    expect(blind.told).toEqual([]);
    const elsewhere = sightClassOf("other", { userId: RECEIVER, rights: ALL });
    const { office, apply } = openOffice();
    const told: object[] = [];
    office.subscribe((before, after) => told.push(...eventsBetween(before, after, elsewhere)));
    apply(...history);
    expect(told).toEqual([]);
  });

  it("RT-5 rules limited to some ids apply only to those users", () => {
    const { apply, told, presence } = openOffice(
      mergePermissions([show("read_for", ["1", "2"]), show("show_call_state", ["2"])]),
    );
    apply(registered, called(call()));
    apply({ kind: "called", callid: "c2", sides: [{ ...ALICE, call: call({ callid: "c2" }) }] });
    apply({ kind: "registered", realm: "demo", userId: 3, exten: "103", userAgent: "x", expiresSeconds: 1 });
    expect(told.map((event) => JSON.stringify(event)).join()).not.toMatch(/"exten":"10[13]"/);
    expect([presence(2), presence(1), presence(3)]).toEqual(["ringing", "offline", "unknown"]);
  });

  it.each([[], [show("read")], [show("read_for", ["1"]), show("show_call_state", ["1"])]])(
    "RT-32 everyone sees themselves completely, and others no better because of it: %o",
    (...rights) => {
      const { apply, told, office } = openOffice(mergePermissions(rights), 2);
      apply(...history);
      expect(told).toContainEqual({ action: "INITIATE", realm: "demo", exten: "102", call: call() });
      expect(told).toContainEqual(expect.objectContaining({ action: "PRESENCE_FEATURE", feature: "dnd" }));
      told.splice(0);
      apply({
        kind: "called",
        callid: "c2",
        sides: [{ ...ALICE, userId: 5, exten: "105", call: call({ callid: "c2" }) }],
      });
      expect(JSON.stringify(told)).not.toContain("INITIATE");
      expect(office.stateOf("demo", 2, { userId: 2, rights: mergePermissions(rights) }).dnd).toBe(true);
    },
  );

  it("RT-32 people who may see all of themselves anyway share a class with the others", () => {
    const key = (userId: number, rights = ALL) => sightClassOf("demo", { userId, rights }).key;
    expect(key(1)).toBe(key(2));
    const limited = mergePermissions([show("read")]);
    expect(key(1, limited)).not.toBe(key(2, limited));
  });
});

describe("voicemail", () => {
  it("RT-37 the contents of a box are sent once when they change, also in lists, to people who may see them", () => {
    const counted = (newCount: number) =>
      ({ kind: "counted", realm: "demo", userId: 2, exten: "102", mailbox: { newCount, oldCount: 3 } }) as const;
    const { apply, told, office } = openOffice();
    apply(counted(1), counted(1), counted(2));
    expect(told).toEqual([
      { action: "MWI", realm: "demo", exten: "102", new: 1, old: 3 },
      { action: "MWI", realm: "demo", exten: "102", new: 2, old: 3 },
    ]);
    expect(office.stateOf("demo", 2, { userId: 1, rights: ALL }).voicemailCount).toBe(2);
    const rights = mergePermissions([show("read")]);
    expect(office.stateOf("demo", 2, { userId: 1, rights }).voicemailCount).toBeNull();
    expect(office.stateOf("demo", 2, { userId: 2, rights }).voicemailCount).toBe(2);
  });
});

describe("recording", () => {
  it("REC-31 recording, pause and end are sent to everyone who sees the call, with the id of the recording", () => {
    const { apply, told } = openOffice();
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
    const { apply, told } = openOffice(mergePermissions([show("read")]));
    apply(registered, called(call({ state: "answered", answeredAt: 2 })));
    told.splice(0);
    apply(called(call({ state: "answered", answeredAt: 2, recording: "on", monitorFile: "r1" })));
    expect(told).toEqual([]);
  });
});
