import { MEETING_LIMITS, MEETING_REACTIONS, MEETING_RESUME_MS } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { Meeting } from "./meeting.ts";
import { NOTHING_SENT, type Entrant, type MeetingEffect, type QuickOrder, type Sending } from "./meeting.model.ts";

const ON: Sending = { microphone: true, camera: true, screen: true };

function setUp({ sharedScreen = true } = {}) {
  const meeting = new Meeting({ sharedScreen });
  let now = 1_000;
  const take = (command: Parameters<Meeting["take"]>[0]) => meeting.take(command, now);
  const enter = (id: string, more: Partial<Entrant> = {}) =>
    take({ do: "enter", entrant: { id, name: id, role: "guest", userId: null, ...more } });
  const person = (id: string, userId: number, more: Partial<Entrant> = {}) => enter(id, { userId, ...more });
  const admin = (id = "admin", userId = 1) => person(id, userId, { role: "admin" });
  /** The answer to an order: `done`, or why it was refused. */
  const order = (id: string, wanted: QuickOrder) => {
    const effects = take({ do: "order", id, request: "r", order: wanted });
    const answers = framesTo(effects, id).flatMap((frame) =>
      frame.type === "done" ? ["done"] : frame.type === "refused" ? [frame.code] : [],
    );
    expect(answers).toHaveLength(1);
    return { answer: answers[0], effects };
  };
  const guest = (id: string) => {
    enter(id);
    expect(order("admin", { order: "admit", participant: id }).answer).toBe("done");
  };
  const one = (id: string) => meeting.state.participants.find((each) => each.id === id);
  return {
    meeting,
    take,
    enter,
    person,
    admin,
    guest,
    order,
    one,
    names: () => meeting.state.participants.map(({ name }) => name),
    pass: (ms: number) => {
      now += ms;
      return take({ do: "beat" });
    },
  };
}

const framesTo = (effects: readonly MeetingEffect[], id: string) =>
  effects.flatMap((effect) =>
    effect.kind === "tell" && (typeof effect.to === "object" ? effect.to.one === id : effect.except !== id)
      ? [effect.frame]
      : [],
  );
const outOf = (effects: readonly MeetingEffect[]) =>
  effects.flatMap((effect) => (effect.kind === "out" ? [`${effect.id} ${effect.reason}`] : []));
const kinds = (effects: readonly MeetingEffect[], id: string) =>
  effects.flatMap((effect) =>
    effect.kind !== "tell" && effect.kind !== "record" && effect.id === id ? [effect.kind] : [],
  );

describe("a meeting", () => {
  it("MEET-8 guests with a link wait until an admin admits or denies them; people of the company and admins do not wait", () => {
    const { enter, person, admin, order, meeting, take } = setUp();
    expect(kinds(enter("anna"), "anna")).toEqual(["lobby"]);
    expect(kinds(person("bob", 2), "bob")).toContain("joined");
    // No participant may admit her yet.
    expect(order("bob", { order: "admit", participant: "anna" }).answer).toBe("video.adminsOnly");
    expect(framesTo(admin(), "admin")).toContainEqual({ type: "waiting", people: [{ id: "anna", name: "anna" }] });
    enter("ben");
    enter("link-admin", { role: "admin" });
    expect(meeting.isIn("link-admin")).toBe(true);
    expect(order("anna", { order: "admit", participant: "anna" }).answer).toBe("video.waiting");
    const { effects } = order("admin", { order: "admit", participant: "anna" });
    expect(kinds(effects, "anna")).toEqual(["block", "joined"]);
    expect(outOf(order("link-admin", { order: "deny", participant: "ben" }).effects)).toEqual(["ben denied"]);
    expect(order("admin", { order: "admit", participant: "ben" }).answer).toBe("video.gone");
    expect(meeting.state.waiting).toEqual([]);
    enter("cut");
    expect(outOf(take({ do: "cut", id: "cut" }))).toEqual(["cut lost"]);
  });

  it("MEET-11 a person is in the meeting once: the page that was opened last stays", () => {
    const { person, admin, names, order, meeting } = setUp();
    admin();
    order("admin", { order: "lock", on: true });
    const effects = admin("again");
    expect(outOf(effects)).toEqual(["admin elsewhere"]);
    expect(names()).toEqual(["again"]);
    // It was the same meeting all the time.
    expect(meeting.state.locked).toBe(true);
    order("again", { order: "lock", on: false });
    person("bob", 2);
    order("again", { order: "remove", participant: "bob" });
    person("bob2", 2);
    expect(outOf(person("bob3", 2))).toEqual(["bob2 elsewhere"]);
    expect(meeting.state.waiting.map(({ id }) => id)).toEqual(["bob3"]);
  });

  it("MEET-12 a full meeting, a full lobby and a locked meeting admit nobody, except those who were in it", () => {
    const { enter, person, admin, order, meeting, take } = setUp();
    admin();
    person("bob", 2);
    take({ do: "leave", id: "bob" });
    expect(order("admin", { order: "lock", on: true }).answer).toBe("done");
    for (const effects of [enter("guest"), person("carol", 3), enter("link", { role: "admin" })])
      expect(effects).toMatchObject([{ kind: "refused", code: "video.locked" }]);
    person("bob-again", 2);
    expect(meeting.isIn("bob-again")).toBe(true);
    order("admin", { order: "lock", on: false });
    enter("first");
    for (let index = 0; index < MEETING_LIMITS.participants - 2; index += 1) person(`p${index}`, 100 + index);
    expect(person("late", 999)).toMatchObject([{ kind: "refused", code: "video.full" }]);
    expect(order("admin", { order: "admit", participant: "first" }).answer).toBe("video.full");
    expect(outOf(person("admin-again", 1, { role: "admin" }))).toEqual(["admin elsewhere"]);
    take({ do: "leave", id: "p0" });
    for (let index = 1; index < MEETING_LIMITS.waiting; index += 1) enter(`w${index}`);
    expect(enter("w-late")).toMatchObject([{ kind: "refused", code: "video.full" }]);
    expect(meeting.state.waiting).toHaveLength(MEETING_LIMITS.waiting);
  });

  it("MEET-13 a removed person who comes back waits for an admin, with any link and on any page", () => {
    const { enter, person, admin, order, meeting } = setUp();
    admin();
    person("bob", 2);
    enter("link", { role: "admin" });
    expect(outOf(order("admin", { order: "remove", participant: "bob" }).effects)).toEqual(["bob removed"]);
    order("admin", { order: "remove", participant: "link" });
    person("bob2", 2);
    enter("link2", { role: "admin" });
    expect(meeting.state.waiting.map(({ id }) => id)).toEqual(["bob2", "link2"]);
    expect(order("link2", { order: "admit", participant: "link2" }).answer).toBe("video.waiting");
    order("admin", { order: "admit", participant: "bob2" });
    expect(meeting.isIn("bob2")).toBe(true);
    expect(order("admin", { order: "remove", participant: "bob" }).answer).toBe("video.gone");
  });

  it("MEET-14 equal names get numbers; people of the company keep theirs", () => {
    const { person, admin, guest, enter, names, meeting } = setUp();
    admin();
    guest("Bob");
    guest("bób");
    enter("BOB");
    expect([...names(), ...meeting.state.waiting.map(({ name }) => name)]).toEqual([
      "admin",
      "Bob",
      "bób (2)",
      "BOB (3)",
    ]);
    person("x", 2, { name: "Bob" });
    expect(names()).toEqual(["admin", "Bob (4)", "bób (2)", "Bob"]);
    person("y", 3, { name: "Bob" });
    expect(names().at(-1)).toBe("Bob (2)");
  });

  it("MEET-15 the meeting ends when the last participant leaves, and nothing of it is kept", () => {
    const { person, admin, order, take, meeting } = setUp();
    admin();
    person("bob", 2);
    order("admin", { order: "remove", participant: "bob" });
    order("admin", { order: "say", text: "secret" });
    order("admin", { order: "lock", on: true });
    take({ do: "leave", id: "admin" });
    person("bob2", 2);
    expect(meeting.isIn("bob2")).toBe(true);
    expect(meeting.state).toMatchObject({ locked: false, messages: [] });
    expect(outOf(take({ do: "end", reason: "ended" }))).toEqual(["bob2 ended"]);
  });

  it("MEET-20 only admins admit, deny, mute, remove, lock, end, and lower another participant's hand", () => {
    const { person, admin, enter, order, one, meeting } = setUp();
    admin();
    person("bob", 2);
    person("carol", 3);
    enter("anna");
    const orders: readonly QuickOrder[] = [
      { order: "admit", participant: "anna" },
      { order: "deny", participant: "anna" },
      { order: "mute", what: "microphone", participant: "admin" },
      { order: "mute", what: "microphone", participant: "bob" },
      { order: "mute", what: "camera" },
      { order: "remove", participant: "carol" },
      { order: "lock", on: true },
      { order: "end" },
      { order: "hand", up: false, participant: "carol" },
      { order: "hand", up: true, participant: "carol" },
    ];
    for (const wanted of orders) expect(order("bob", wanted).answer, wanted.order).toBe("video.adminsOnly");
    for (const wanted of orders) expect(order("anna", wanted).answer, wanted.order).toBe("video.waiting");
    for (const wanted of orders) expect(order("nobody", wanted).answer, wanted.order).toBe("video.waiting");
    for (const wanted of [
      { order: "remove", participant: "nobody" },
      { order: "mute", what: "screen", participant: "nobody" },
      { order: "mute", what: "screen", participant: "anna" },
      { order: "hand", up: false, participant: "nobody" },
      { order: "admit", participant: "bob" },
    ] as const)
      expect(order("admin", wanted).answer).toBe("video.gone");
    order("carol", { order: "hand", up: true });
    expect(order("admin", { order: "hand", up: true, participant: "bob" }).answer).toBe("video.adminsOnly");
    expect(order("admin", { order: "hand", up: false, participant: "carol" }).answer).toBe("done");
    expect(one("carol")?.hand).toBeNull();
    expect(outOf(order("admin", { order: "end" }).effects)).toEqual([
      "anna ended",
      "admin ended",
      "bob ended",
      "carol ended",
    ]);
    expect(meeting.state.participants).toEqual([]);
  });

  it("MEET-21 a lock ends with the last admin", () => {
    const { person, admin, enter, order, take, meeting } = setUp();
    admin();
    person("bob", 2);
    order("admin", { order: "lock", on: true });
    expect(framesTo(take({ do: "leave", id: "admin" }), "bob")).toContainEqual({
      type: "meeting",
      locked: false,
      recording: false,
    });
    take({ do: "cast", id: "bob", role: "admin" });
    order("bob", { order: "lock", on: true });
    take({ do: "cast", id: "bob", role: "guest" });
    expect(meeting.state.locked).toBe(false);
    expect(kinds(enter("anna"), "anna")).toEqual(["lobby"]);
  });

  it("MEET-22 media that a page does not report as sent is dropped; what an admin turned off stays off until the page has reported that it is off", () => {
    const { person, admin, order, take, one } = setUp();
    admin();
    const all = { kind: "block", id: "bob", kinds: ["voice", "camera", "screen", "screen-sound"] };
    expect(person("bob", 2)).toContainEqual(all);
    const send = (sending: Sending) => take({ do: "sending", id: "bob", sending });
    expect(send({ ...ON, camera: false })).toContainEqual({ kind: "block", id: "bob", kinds: ["camera"] });
    const { effects } = order("admin", { order: "mute", what: "microphone", participant: "bob" });
    expect(effects).toContainEqual({ kind: "block", id: "bob", kinds: ["voice", "camera"] });
    expect(framesTo(effects, "bob")).toContainEqual({ type: "muted", what: "microphone", by: "admin" });
    // It was on its way when the admin did it: no other turns it on.
    send(ON);
    expect(one("bob")).toMatchObject({ microphone: false, camera: true, screen: true });
    send({ ...ON, microphone: false });
    expect(send(ON)).toContainEqual({ kind: "block", id: "bob", kinds: [] });
    expect(one("bob")).toMatchObject({ microphone: true });
    take({ do: "sending", id: "admin", sending: ON });
    for (const what of ["microphone", "camera", "screen"] as const) order("admin", { order: "mute", what });
    expect(one("bob")).toMatchObject(NOTHING_SENT);
    expect(one("admin")).toMatchObject(ON);
  });

  it("MEET-22 if screens may not be shared, none is sent, also when this changes during the meeting", () => {
    const { person, take, one } = setUp();
    person("bob", 2);
    take({ do: "sending", id: "bob", sending: ON });
    expect(take({ do: "screens", allowed: false })).toContainEqual({
      kind: "block",
      id: "bob",
      kinds: ["screen", "screen-sound"],
    });
    take({ do: "sending", id: "bob", sending: NOTHING_SENT });
    take({ do: "sending", id: "bob", sending: ON });
    expect(one("bob")).toMatchObject({ ...ON, screen: false });
  });

  it("MEET-23 a hand stays up with its time, and reactions are those of the set", () => {
    const { person, order, one, pass } = setUp();
    person("bob", 2);
    order("bob", { order: "hand", up: true });
    const raised = one("bob")?.hand;
    pass(5_000);
    order("bob", { order: "hand", up: true, participant: "bob" });
    expect(one("bob")?.hand).toBe(raised);
    for (const emoji of MEETING_REACTIONS) expect(order("bob", { order: "react", emoji }).answer).toBe("done");
    for (const emoji of ["💩", "<b>", "👍👍"])
      expect(order("bob", { order: "react", emoji }).answer).toBe("video.reaction");
  });

  it("MEET-24 messages have 1 to 2,000 characters; the last 200 are kept for people who join later", () => {
    const { person, order, meeting } = setUp();
    person("bob", 2);
    for (const text of ["", " \n ", "x".repeat(2_001)])
      expect(order("bob", { order: "say", text }).answer).toBe("video.message");
    for (let index = 1; index <= 210; index += 1) order("bob", { order: "say", text: ` ${index}\u0000<b>\r\n.` });
    const { messages } = meeting.state;
    expect(messages).toHaveLength(200);
    expect(messages.at(-1)).toEqual({ n: 210, from: "bob", name: "bob", at: 1_000, text: "210<b>\n." });
    for (let index = 0; index < 60; index += 1) order("bob", { order: "say", text: "x".repeat(2_000) });
    expect(meeting.state.messages).toHaveLength(50);
  });

  it("MEET-32 a disconnected participant is away, and comes back as the same participant within a minute", () => {
    const { person, admin, order, take, one, pass } = setUp();
    admin();
    person("bob", 2);
    take({ do: "sending", id: "bob", sending: ON });
    order("bob", { order: "hand", up: true });
    take({ do: "cut", id: "bob" });
    expect(one("bob")).toMatchObject({ away: true });
    pass(MEETING_RESUME_MS - 1);
    expect(kinds(take({ do: "back", id: "bob" }), "bob")).toEqual(["joined"]);
    expect(one("bob")).toMatchObject({ away: false, hand: 1_000, ...ON });
    take({ do: "cut", id: "bob" });
    expect(outOf(pass(MEETING_RESUME_MS))).toEqual(["bob lost"]);
    expect(take({ do: "back", id: "bob" })).toEqual([]);
  });
});
