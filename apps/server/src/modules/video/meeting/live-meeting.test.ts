import { AppError, meetingServerFrameSchema, type MeetingServerFrame } from "@callpanel/contract";
import { MediaError, type VideoRoomEvent, type VideoRoomPort } from "@callpanel/media";
import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { Meeting } from "./meeting.ts";
import { isNumber, maskedNumber } from "./names.ts";
import { LiveMeeting, Seat, type MeetingPhones, type MeetingRecorder } from "./live-meeting.ts";

/** A room without media: it writes down what is asked of it. */
function createFakeRoom() {
  const asked: string[] = [];
  const listeners = new Set<(event: VideoRoomEvent) => void>();
  const answers: Array<{ readonly resolve: () => void; readonly fail: (error: Error) => void }> = [];
  const port: VideoRoomPort = {
    join: (participant, { sends }) => {
      asked.push(`join ${participant} ${sends.map(({ kind }) => kind).join()}`);
      return new Promise((resolve, reject) =>
        answers.push({ resolve: () => resolve({ answer: `answer to ${participant}` }), fail: reject }),
      );
    },
    show: (participant, tiles) => asked.push(`show ${participant} ${tiles.map((one) => one.participant).join()}`),
    block: (participant, kinds) => asked.push(`block ${participant} ${kinds.join()}`),
    attach: (participant, voice) => asked.push(`attach ${participant} ${voice?.id ?? ""}`),
    leave: (participant) => asked.push(`leave ${participant}`),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => asked.push("close"),
  };
  return {
    port,
    answers,
    tell: (event: VideoRoomEvent) => listeners.forEach((listener) => listener(event)),
    listeners,
    taken: () => asked.splice(0),
  };
}

function setUp() {
  const clock = createFakeClock();
  const rooms: Array<ReturnType<typeof createFakeRoom>> = [];
  const openRoom = (): VideoRoomPort => {
    const room = createFakeRoom();
    rooms.push(room);
    return room.port;
  };
  const calls: string[] = [];
  const phones: MeetingPhones = {
    call: async ({ to, userId, invitation }) => {
      calls.push(`${userId} calls ${to} as ${invitation}`);
      if (to === "911") throw new AppError("sipua.error.destination", { value: to });
      return { number: to, name: "Bob Brandt" };
    },
    cancel: async (invitation) => void calls.push(`cancel ${invitation}`),
    isAllowed: () => true,
  };
  const recorded: string[] = [];
  let losesRecording: () => void = () => undefined;
  const recorder: MeetingRecorder = {
    begin: async ({ userId, lost }) => {
      losesRecording = lost;
      recorded.push(`${userId} records`);
      return {
        hear: (voices) => void recorded.push(`hears ${voices.map(({ id }) => id).join()}`),
        mark: ({ kind, name }) => void recorded.push(`${name} ${kind}`),
        stop: () => void recorded.push("stop"),
      };
    },
  };
  const room = { id: 1, name: "Daily", expiresAt: 1e15, wholeCompany: true };
  const left: string[] = [];
  const meeting = new LiveMeeting(
    { clock, log: silentLog, openRoom, phones, recorder, newId: () => "phone1" },
    { room, sharedScreen: true, records: true, left: ({ id }) => left.push(id) },
  );
  const enter = (id: string, userId: number) => {
    const frames: MeetingServerFrame[] = [];
    const pass = { roomId: 1, role: "admin" as const, name: id, person: { userId, sessionId: "s" }, links: 1 };
    const seat = new Seat({ id, pass, resume: `resume ${id}` }, clock);
    seat.line = {
      send: (text) => frames.push(meetingServerFrameSchema.parse(JSON.parse(text))),
      end: (frame) => frames.push(frame),
    };
    meeting.enter(seat);
    return { seat, frames, taken: () => frames.splice(0) };
  };
  /** By the guests' link; `number`: a telephone. */
  const enterBy = (id: string, name: string, number?: { readonly number: string; readonly isNameless: boolean }) => {
    const frames: MeetingServerFrame[] = [];
    const pass = { roomId: 1, role: "guest" as const, name, person: null, links: 1 };
    const telephone = number && {
      ...number,
      isCalled: true,
      voice: { id: `voice of ${id}` },
      take: () => undefined,
      hear: () => undefined,
    };
    const seat = new Seat({ id, pass, resume: `resume ${id}`, ...(telephone && { telephone }) }, clock);
    seat.line = { send: (text) => frames.push(meetingServerFrameSchema.parse(JSON.parse(text))), end: () => undefined };
    meeting.enter(seat);
    return { seat, frames };
  };
  const offer = (seat: Seat, request: string, kinds: ReadonlyArray<"voice" | "camera" | "screen"> = ["voice"]) =>
    meeting.receive(seat, {
      type: "offer",
      request,
      sdp: "v=0",
      sends: kinds.map((kind, index) => ({ mid: String(index), kind })),
    });
  return { meeting, rooms, enter, enterBy, offer, left, clock, calls, recorded, loseRecording: () => losesRecording() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const tile = (participant: string) => ({
  participant,
  kind: "camera" as const,
  width: 320,
  height: 180,
  priority: "small" as const,
});

describe("a meeting and its media", () => {
  it("MEET-40 an offer is answered; media that is not reported as sent is dropped from the beginning, and only tiles of others are shown", async () => {
    const { meeting, rooms, enter, offer } = setUp();
    const [alice, bob] = [enter("alice", 1), enter("bob", 2)];
    meeting.receive(alice.seat, { type: "sending", microphone: true, camera: false, screen: false });
    meeting.receive(alice.seat, { type: "show", tiles: [tile("bob"), tile("alice"), tile("nobody")] });
    expect(rooms).toHaveLength(0);
    offer(alice.seat, "o1", ["voice", "camera"]);
    const [room] = rooms;
    expect(room?.taken()).toEqual(["join alice voice,camera"]);
    alice.taken();
    room?.answers[0]?.resolve();
    await settled();
    expect(alice.taken()).toEqual([{ type: "answer", request: "o1", sdp: "answer to alice" }]);
    expect(room?.taken()).toEqual(["block alice camera,screen,screen-sound", "show alice bob"]);
    meeting.receive(bob.seat, {
      type: "order",
      request: "m",
      order: { order: "mute", what: "microphone", participant: "alice" },
    });
    expect(room?.taken()).toEqual(["block alice voice,camera,screen,screen-sound"]);
  });

  it("MEET-40 descriptions that cannot be used and kinds that are named twice are refused; a participant who left meanwhile is not connected", async () => {
    const { meeting, rooms, enter, offer, left } = setUp();
    const [alice, bob] = [enter("alice", 1), enter("bob", 2)];
    offer(alice.seat, "twice", ["camera", "camera"]);
    offer(alice.seat, "bad");
    rooms[0]?.answers[0]?.fail(new MediaError("unusable-description", "not a description"));
    await settled();
    const refused = alice.taken().flatMap((frame) => (frame.type === "refused" ? [[frame.request, frame.code]] : []));
    expect(refused).toEqual([
      ["twice", "video.media"],
      ["bad", "video.media"],
    ]);
    offer(bob.seat, "late");
    meeting.receive(bob.seat, { type: "leave" });
    expect(left).toEqual(["bob"]);
    rooms[0]?.taken();
    rooms[0]?.answers[1]?.resolve();
    await settled();
    expect(rooms[0]?.taken()).toEqual(["leave bob"]);
    expect(bob.taken().at(-1)).toEqual({ type: "over", reason: "left" });
  });

  it("MEET-41 slots name only people who are in the meeting, only senders are reported as talking, and lost media ends the meeting", async () => {
    const { meeting, rooms, enter, offer } = setUp();
    const [alice, bob] = [enter("alice", 1), enter("bob", 2)];
    offer(alice.seat, "o1");
    const [room] = rooms;
    room?.answers[0]?.resolve();
    await settled();
    alice.taken();
    bob.taken();
    const slot = (participant: string) => ({ mid: "5", participant, kind: "camera" as const });
    room?.tell({ kind: "slots", participant: "alice", slots: [slot("bob"), slot("carol")] });
    expect(alice.taken()).toEqual([{ type: "slots", slots: [slot("bob")] }]);
    room?.tell({ kind: "talking", participant: "bob", talking: true });
    expect(alice.taken()).toEqual([]);
    meeting.receive(bob.seat, { type: "sending", microphone: true, camera: false, screen: false });
    alice.taken();
    room?.tell({ kind: "talking", participant: "bob", talking: true });
    expect(alice.taken()).toEqual([{ type: "talking", participant: "bob", talking: true }]);
    const line = alice.seat.line;
    meeting.resume(alice.seat, undefined);
    expect(alice.taken().map(({ type }) => type)).toEqual(["joined", "slots", "talking"]);
    expect(alice.seat.line).toBe(line);
    const bad = { kind: "link", participant: "alice", lossUp: 0.5, lossDown: 0, bitsPerSecond: 1e6, rttMs: 1 } as const;
    room?.tell(bad);
    room?.tell(bad);
    expect(alice.taken()).toEqual([{ type: "quality", level: 1, cause: "up" }]);
    room?.tell({ kind: "lost", reason: "the worker died" });
    expect(alice.taken().at(-1)).toEqual({ type: "over", reason: "lost" });
    expect(room?.listeners.size).toBe(0);
  });

  it("MEET-15 MEET-40 the media is closed when the last participant leaves, and opened again for the next meeting", async () => {
    const { meeting, rooms, enter, offer } = setUp();
    const alice = enter("alice", 1);
    offer(alice.seat, "o1");
    rooms[0]?.answers[0]?.resolve();
    await settled();
    meeting.receive(alice.seat, { type: "leave" });
    expect(rooms[0]?.taken().slice(-2)).toEqual(["leave alice", "close"]);
    offer(enter("again", 1).seat, "o2");
    expect(rooms).toHaveLength(2);
  });

  it("MEET-35 offers, messages and changes that come too fast are refused, for their sender", async () => {
    const { meeting, rooms, enter, offer, clock } = setUp();
    const alice = enter("alice", 1);
    for (let index = 0; index < 15; index += 1) offer(alice.seat, `o${index}`);
    expect(rooms[0]?.answers).toHaveLength(10);
    const refused = () => alice.taken().filter((one) => one.type === "refused" && one.code === "video.tooFast").length;
    expect(refused()).toBe(5);
    const say = () => meeting.receive(alice.seat, { type: "order", request: "s", order: { order: "say", text: "x" } });
    for (let index = 0; index < 12; index += 1) say();
    expect(refused()).toBe(2);
    await clock.advance(1_000);
    say();
    expect(refused()).toBe(0);
  });

  it("VPHONE-30 VPHONE-32 an admin calls a telephone, all admins see it ring, one cancels it, and phones that still ring stop with the meeting", async () => {
    const { meeting, enter, calls } = setUp();
    const [alice, bob] = [enter("alice", 1), enter("bob", 2)];
    const call = (seat: Seat, number: string) =>
      meeting.receive(seat, { type: "order", request: "c", order: { order: "call", number } });
    const told = (frames: readonly MeetingServerFrame[]) =>
      frames.flatMap((frame) =>
        frame.type === "calling"
          ? [`calling ${frame.people.map(({ name }) => name).join()}`]
          : frame.type === "missed"
            ? [`missed ${frame.name} ${frame.why}`]
            : frame.type === "refused"
              ? [frame.code]
              : frame.type === "done"
                ? ["done"]
                : [],
      );
    call(alice.seat, "102");
    await settled();
    expect(calls).toEqual(["1 calls 102 as phone1"]);
    expect(told(alice.taken())).toEqual(["calling 102", "calling Bob Brandt", "done"]);
    expect(told(bob.taken())).toEqual(["calling 102", "calling Bob Brandt"]);
    meeting.take({ do: "rung", id: "phone1", why: "busy" });
    expect(told(alice.taken())).toEqual(["calling ", "missed Bob Brandt busy"]);
    call(alice.seat, "911");
    await settled();
    expect(told(alice.taken())).toEqual(["calling 911", "calling ", "sipua.error.destination"]);
    call(alice.seat, "103");
    await settled();
    bob.taken();
    meeting.receive(bob.seat, {
      type: "order",
      request: "x",
      order: { order: "cancelCall", participant: "phone1" },
    });
    expect(told(bob.taken())).toEqual(["done", "calling "]);
    call(alice.seat, "104");
    await settled();
    calls.splice(0);
    meeting.end("ended");
    expect(calls).toEqual(["cancel phone1"]);
  });

  it("VPHONE-30 a call that is cancelled before it rings is taken back, guests and people who came by a link call nobody, and five ring at most", async () => {
    const { meeting, enter, calls } = setUp();
    const alice = enter("alice", 1);
    meeting.receive(alice.seat, { type: "order", request: "c", order: { order: "call", number: "102" } });
    meeting.end("ended");
    await settled();
    expect(calls).toEqual(["1 calls 102 as phone1", "cancel phone1", "cancel phone1"]);
    const rules = new Meeting({ sharedScreen: false });
    const come = (id: string, userId: number | null, role: "admin" | "guest") =>
      rules.take({ do: "enter", entrant: { id, name: id, role, userId } }, 0);
    come("admin", 1, "admin");
    come("guest", 2, "guest");
    come("link", null, "admin");
    expect(["guest", "link", "nobody", "admin"].map((id) => rules.callRefusalOf(id))).toEqual([
      "video.adminsOnly",
      "video.callers",
      "video.waiting",
      undefined,
    ]);
    for (let count = 0; count < 5; count += 1) rules.take({ do: "ring", id: `p${count}`, name: "1" }, 0);
    expect(rules.callRefusalOf("admin")).toBe("video.calling");
  });

  it("VREC-1 VREC-2 VREC-4 an admin records: everybody sees it, the recording has the voices of the room and the people who come and go; it ends by an admin, with the meeting, or by itself", async () => {
    const { meeting, rooms, enter, recorded, loseRecording } = setUp();
    const alice = enter("alice", 1);
    const record = (on: boolean) =>
      meeting.receive(alice.seat, { type: "order", request: "r", order: { order: "record", on } });
    const signs = () => alice.taken().flatMap((frame) => (frame.type === "meeting" ? [frame.recording] : []));
    record(true);
    await settled();
    expect(signs()).toEqual([true]);
    const [room] = rooms;
    expect(room?.taken()).toContain("attach recorder ");
    room?.tell({ kind: "voices", participant: "recorder", voices: [{ id: "1/alice" }] });
    const bob = enter("bob", 2);
    expect(bob.taken().find(({ type }) => type === "joined")).toMatchObject({ recording: true, may_record: true });
    meeting.receive(bob.seat, { type: "leave" });
    record(false);
    expect(recorded.splice(0)).toEqual(["1 records", "alice came", "hears 1/alice", "bob came", "bob left", "stop"]);
    expect(room?.taken()).toContain("leave recorder");
    expect(signs()).toEqual([false]);
    // One that is stopped before it began.
    record(true);
    record(false);
    await settled();
    expect(recorded.splice(0)).toEqual(["1 records", "stop"]);
    record(true);
    await settled();
    alice.taken();
    loseRecording();
    expect(signs()).toEqual([false]);
    record(true);
    await settled();
    recorded.splice(0);
    meeting.end("ended");
    expect(recorded).toEqual(["stop"]);
  });

  it("VREC-1 a person who came by a link cannot start a recording, guests can neither start nor stop one, and if it is not allowed there is none", () => {
    const rules = new Meeting({ sharedScreen: false, records: true });
    const come = (id: string, userId: number | null, role: "admin" | "guest") =>
      rules.take({ do: "enter", entrant: { id, name: id, role, userId } }, 0);
    come("admin", 1, "admin");
    come("guest", 2, "guest");
    come("link", null, "admin");
    const record = (id: string, on: boolean) =>
      rules
        .take({ do: "order", id, request: "r", order: { order: "record", on } }, 0)
        .flatMap((effect) =>
          effect.kind === "tell" && effect.frame.type === "refused"
            ? [effect.frame.code]
            : effect.kind === "record"
              ? [effect.by === null ? "ends" : `${effect.by} begins`]
              : [],
        );
    expect(["guest", "link", "admin"].map((id) => record(id, true))).toEqual([
      ["video.adminsOnly"],
      ["video.recorder"],
      ["admin begins"],
    ]);
    expect(record("admin", true)).toEqual([]);
    expect(record("guest", false)).toEqual(["video.adminsOnly"]);
    expect(record("link", false)).toEqual(["ends"]);
    record("admin", true);
    expect(rules.take({ do: "recordings", allowed: false }, 0).map(({ kind }) => kind)).toEqual(["record", "tell"]);
    expect(record("admin", true)).toEqual(["video.noRecording"]);
  });
});

describe("numbers of callers", () => {
  it("VPHONE-15 guests with a link see two digits of a caller without a name; admins and people of the company see the number", () => {
    const { meeting, enter, enterBy } = setUp();
    const alice = enter("alice", 1);
    const early = enterBy("early", "Early");
    meeting.take({ do: "order", id: "alice", request: "1", order: { order: "admit", participant: "early" } });
    const number = "+15145550123";
    enterBy("phone1", number, { number, isNameless: true });
    enterBy("phone2", number, { number, isNameless: true });
    enterBy("phone3", "Pat Phone", { number, isNameless: false });
    const late = enterBy("late", "Late");
    meeting.take({ do: "order", id: "alice", request: "2", order: { order: "admit", participant: "late" } });
    meeting.take({
      do: "order",
      id: "alice",
      request: "3",
      order: { order: "mute", what: "microphone", participant: "phone1" },
    });
    const names = (frames: readonly MeetingServerFrame[]) =>
      new Set(
        frames.flatMap((frame) => {
          if (frame.type === "participant") return [frame.participant.name];
          return frame.type === "joined" ? frame.participants.map(({ name }) => name) : [];
        }),
      );
    for (const guest of [early, late]) {
      expect(JSON.stringify(guest.frames)).not.toContain("5145550123");
      expect([...names(guest.frames)]).toEqual(expect.arrayContaining(["•••23", "•••23 (2)", "Pat Phone"]));
    }
    expect([...names(alice.frames)]).toEqual(expect.arrayContaining([number, `${number} (2)`, "Pat Phone"]));
  });

  it("VPHONE-15 a name that is only a number does not count as a name", () => {
    const numbers = ["+15145550123", "(514) 555-0123", "514.555.0123"];
    expect([...numbers, "Pat 123", "Anna"].filter(isNumber)).toEqual(numbers);
    expect(numbers.map(maskedNumber)).toEqual(["•••23", "•••23", "•••23"]);
  });
});
