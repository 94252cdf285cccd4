/** What the server may expect of every phone system, on real telephones and through the port alone (docs/spec/phone-port.md). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  CallView,
  LegView,
  PhoneCommands,
  PhoneEvent,
  PhoneSystem,
  QueueChange,
  QueueLogRow,
  QueueView,
  RoomMemberView,
} from "../src/index.ts";

/** One call, as the person at the telephone has it. */
export interface SuiteCall {
  answer(): Promise<void>;
  hangUp(): void;
  until(state: "talking" | "ended"): Promise<void>;
}

export interface SuitePhone {
  call(number: string): SuiteCall;
  /** The next call that rings here. */
  incoming(): Promise<SuiteCall>;
}

/**
 * A phone system that has nothing in progress. Its people are Alice (101), Bob (102, user id 2) and Carol (103, user id
 * 3); 199 leads nowhere, 800 is a room. A system with queues has `support` (600): Bob is its agent, Carol may log in by code.
 */
export interface SuiteSite {
  readonly system: Pick<PhoneSystem, "snapshot" | "subscribe" | "commands" | "queues">;
  /** Rows of the queue log that are durable. */
  queueRows(): readonly QueueLogRow[];
  /** A registered telephone of this person, whose SIP username is the name. */
  phone(name: "alice" | "bob" | "carol"): Promise<SuitePhone>;
  /** Waits until the phone system has dealt with all that has happened. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

type AboutLeg = (commands: PhoneCommands, legId: string) => ReturnType<PhoneCommands[keyof PhoneCommands]>;

const ABOUT_A_LEG: Readonly<Record<string, AboutLeg>> = {
  redirect: ({ redirect }, legId) => redirect({ by: "alice", legIds: [legId], to: "103" }),
  bridgeOf: ({ bridgeOf }, legId) => bridgeOf(legId),
  startRecording: ({ startRecording }, legId) => startRecording({ by: "alice", legId }),
  pauseRecording: ({ pauseRecording }, legId) => pauseRecording({ legId, paused: true }),
  stopRecording: ({ stopRecording }, legId) => stopRecording({ legId }),
  setListening: ({ setListening }, legId) => setListening({ legId, mode: "whisper" }),
  setVariable: ({ setVariable }, legId) => setVariable({ legId, name: "ticket", value: "7" }),
  setMuted: ({ setMuted }, legId) => setMuted({ legId, muted: true }),
};

const DONE = { ok: true, value: undefined };
const refusal = (why: string) => ({ ok: false, why });

const callIdOf = (event: PhoneEvent): string | undefined =>
  "call" in event ? event.call.id : "callId" in event ? event.callId : undefined;

/** The calls that the events leave, by id. */
function followCalls(events: readonly PhoneEvent[]): ReadonlyMap<string, CallView> {
  const calls = new Map<string, CallView>();
  for (const event of events) {
    if (!("call" in event)) continue;
    if (event.kind === "callEnded") calls.delete(event.call.id);
    else calls.set(event.call.id, event.call);
  }
  return calls;
}

/** The queues after a change. */
export function changeQueues(queues: readonly QueueView[], change: QueueChange): readonly QueueView[] {
  const { queueId } = change;
  if (change.kind === "queueRemoved") return queues.filter(({ id }) => id !== queueId);
  const known = queues.find(({ id }) => id === queueId);
  if (known !== undefined) return queues.map((queue) => (queue === known ? changedQueue(queue, change) : queue));
  const empty = { id: queueId, number: "", name: "", waiting: [], agents: [] };
  return [...queues, changedQueue(empty, change)];
}

function changedQueue(queue: QueueView, change: Exclude<QueueChange, { kind: "queueRemoved" }>): QueueView {
  const { waiting, agents } = queue;
  switch (change.kind) {
    case "queueChanged":
      return { ...queue, number: change.number, name: change.name };
    case "callerJoined":
      return { ...queue, waiting: waiting.toSpliced(change.index, 0, change.caller) };
    case "callerChanged":
      return { ...queue, waiting: waiting.map((one) => (one.callId === change.caller.callId ? change.caller : one)) };
    case "callerLeft":
      return { ...queue, waiting: waiting.filter(({ callId }) => callId !== change.callId) };
    case "agentLeft":
      return { ...queue, agents: agents.filter(({ agentId }) => agentId !== change.agentId) };
    case "agentChanged": {
      const others = agents.filter(({ agentId }) => agentId !== change.agent.agentId);
      return { ...queue, agents: [...others, change.agent] };
    }
  }
}

/** Agents have no order, and the estimate is no part of a change. */
const comparable = (queues: readonly QueueView[]) =>
  queues.map(({ id, number, name, waiting, agents }) => ({
    id,
    number,
    name,
    waiting,
    agents: agents.toSorted((one, other) => one.agentId - other.agentId),
  }));

export function describePhoneSystem(name: string, open: () => Promise<SuiteSite>): void {
  describe(name, () => {
    let site: SuiteSite;
    let events: PhoneEvent[];
    beforeEach(async () => {
      site = await open();
      events = [];
      site.system.subscribe((event) => events.push(event));
    });
    afterEach(() => site.close());

    const inProgress = (): ReadonlyMap<string, CallView> =>
      new Map(site.system.snapshot().calls.map((call) => [call.id, call]));
    const legOf = (number: string): LegView | undefined =>
      [...inProgress().values()].flatMap(({ legs }) => legs).find(({ party }) => party.number === number);
    const idOf = (number: string): string => legOf(number)?.id ?? "";
    const kindsOf = (callId: string | undefined): readonly PhoneEvent["kind"][] =>
      events.filter((event) => callIdOf(event) === callId).map(({ kind }) => kind);

    /** Alice talks to Bob. */
    async function talk() {
      const [alice, bob] = [await site.phone("alice"), await site.phone("bob")];
      const alices = alice.call("102");
      const bobs = await bob.incoming();
      await bobs.answer();
      await alices.until("talking");
      await site.settle();
      return { alices, bobs };
    }

    it("PORT-1 the calls of the first snapshot, changed by the events since, are those of every later snapshot", async () => {
      expect(site.system.snapshot().calls).toEqual([]);
      const [alice, bob, carol] = [await site.phone("alice"), await site.phone("bob"), await site.phone("carol")];
      const agree = async (): Promise<number> => {
        await site.settle();
        expect(followCalls(events)).toEqual(inProgress());
        return inProgress().size;
      };
      const alices = alice.call("102");
      const bobs = await bob.incoming();
      expect(await agree()).toBe(1);
      await bobs.answer();
      await alices.until("talking");
      expect(await agree()).toBe(1);
      await site.system.commands.redirect({ by: "alice", legIds: [idOf("102")], to: "103" });
      const carols = await carol.incoming();
      await agree();
      await carols.answer();
      await alices.until("ended");
      expect(await agree()).toBe(1);
      carols.hangUp();
      await bobs.until("ended");
      expect(await agree()).toBe(0);
    });

    it("PORT-2 the events of a call begin with callStarted and end with callEnded, in the order of time", async () => {
      const { alices, bobs } = await talk();
      const [callId] = inProgress().keys();
      alices.hangUp();
      await bobs.until("ended");
      await site.settle();
      const steps = ["callStarted", "callRinging", "callAnswered", "callEnded"];
      expect(kindsOf(callId).filter((kind) => steps.includes(kind))).toEqual(steps);
      expect([kindsOf(callId).at(0), kindsOf(callId).at(-1)]).toEqual(["callStarted", "callEnded"]);
      const times = events.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    });

    it("PORT-3 a leg that is sent on keeps its id; the records of all its calls name it", async () => {
      const { alices } = await talk();
      const carol = await site.phone("carol");
      const moved = idOf("102");
      const outcome = await site.system.commands.redirect({ by: "alice", legIds: [moved], to: "103" });
      expect(outcome).toEqual(DONE);
      const carols = await carol.incoming();
      await carols.answer();
      await alices.until("ended");
      await site.settle();
      expect(idOf("102")).toBe(moved);
      carols.hangUp();
      await site.settle();
      const records = events.flatMap((event) => (event.kind === "callEnded" ? [event.record] : []));
      expect(records.length).toBeGreaterThan(0);
      expect(records.filter(({ legIds }) => !legIds.includes(moved))).toEqual([]);
    });

    it.each(Object.entries(ABOUT_A_LEG))(
      "PORT-4 a leg that is unknown or has ended is refused as unknownLeg, and nothing happens: %s",
      async (_name, command) => {
        const { alices, bobs } = await talk();
        const ended = idOf("101");
        alices.hangUp();
        await bobs.until("ended");
        await site.settle();
        const before = events.length;
        for (const legId of [ended, "no such leg", ""])
          expect(await command(site.system.commands, legId)).toEqual(refusal("unknownLeg"));
        await site.settle();
        expect(events.length).toBe(before);
      },
    );

    it("PORT-5 a recording is started, paused, resumed and stopped, each once; without one there is nothing to pause", async () => {
      await talk();
      const { startRecording, pauseRecording, stopRecording } = site.system.commands;
      const legId = idOf("101");
      const recording = async (): Promise<string | undefined> => (await site.settle(), legOf("101")?.recording);
      expect(await pauseRecording({ legId, paused: true })).toEqual(refusal("wrongState"));
      expect(await stopRecording({ legId })).toEqual(refusal("wrongState"));
      expect(await startRecording({ by: "carol", legId })).toEqual(DONE);
      expect(await startRecording({ by: "bob", legId })).toEqual(DONE);
      expect(await recording()).toBe("on");
      expect(await pauseRecording({ legId, paused: true })).toEqual(DONE);
      expect(await recording()).toBe("paused");
      expect(await pauseRecording({ legId, paused: false })).toEqual(DONE);
      expect(await stopRecording({ legId })).toEqual(DONE);
      expect(await recording()).toBe("off");
      const steps = events.flatMap((event) =>
        "recording" in event && event.kind !== "recordingEnded" ? [`${event.kind} by ${event.recording.by}`] : [],
      );
      expect(steps).toEqual([
        "recordingStarted by carol",
        "recordingPaused by carol",
        "recordingResumed by carol",
        "recordingStopped by carol",
      ]);
    });

    it("PORT-6 originate rings the person's own phone; the one that answers is connected to the number", async () => {
      const [alice, bob] = [await site.phone("alice"), await site.phone("bob")];
      const outcome = await site.system.commands.originate({ by: "alice", to: "102" });
      const own = await alice.incoming();
      expect(outcome).toEqual({ ok: true, value: { callId: [...inProgress().keys()].at(0) } });
      await own.answer();
      await (await bob.incoming()).answer();
      await own.until("talking");
      await site.settle();
      expect([...inProgress().values()]).toMatchObject([
        { state: "answered", caller: { number: "101" }, callee: { number: "102" } },
      ]);
    });

    it("PORT-6 originate is refused where the number leads nowhere, or the person has no phone", async () => {
      await site.phone("alice");
      const { originate } = site.system.commands;
      expect(await originate({ by: "alice", to: "199" })).toEqual(refusal("unknownNumber"));
      expect(await originate({ by: "carol", to: "101" })).toEqual(refusal("notRegistered"));
      await site.settle();
      expect(inProgress().size).toBe(0);
    });

    it("PORT-7 goalOf says where a number leads, bridgeOf names the other end", async () => {
      await talk();
      const { goalOf, bridgeOf } = site.system.commands;
      expect(await goalOf({ by: "alice", to: "103" })).toMatchObject({ kind: "user" });
      expect(await goalOf({ by: "alice", to: "199" })).toEqual({ kind: "nowhere" });
      const [callId] = inProgress().keys();
      const ends = [idOf("101"), idOf("102")];
      for (const [legId, peerLegId] of [ends, ends.toReversed()])
        expect(await bridgeOf(legId ?? "")).toEqual({ ok: true, value: { bridgeId: callId, peerLegId } });
    });

    it("PORT-9 the queues of a snapshot, changed by the events since then, are those of every later snapshot", async () => {
      if (site.system.queues === undefined) return;
      await site.settle();
      let told = site.system.snapshot().queues ?? [];
      site.system.subscribe((event) => {
        if (event.kind === "queueChanged") told = changeQueues(told, event.change);
      });
      const agree = async (): Promise<string> => {
        await site.settle();
        const queues = site.system.snapshot().queues ?? [];
        expect(comparable(told)).toEqual(comparable(queues));
        const [support] = queues;
        return `${support?.waiting.length} ${support?.agents.map(({ state }) => state).join(" ")}`;
      };
      const [alice, bob] = [await site.phone("alice"), await site.phone("bob")];
      expect(await agree()).toBe("0 idle");
      const alices = alice.call("600");
      await alices.until("talking");
      const bobs = await bob.incoming();
      expect(await agree()).toBe("1 ringing");
      await bobs.answer();
      expect(await agree()).toBe("0 talking");
      await site.system.queues.order({ kind: "addMember", agentId: 3, queueId: "support", penalty: 1 });
      expect(await agree()).toBe("0 talking offline");
      alices.hangUp();
      await bobs.until("ended");
      await site.system.queues.order({ kind: "pause", agentId: 2, queueId: "support", reason: "meeting" });
      await site.system.queues.order({ kind: "removeMember", agentId: 3, queueId: "support" });
      expect(await agree()).toBe("0 paused");
    });

    it("PORT-12 the members of a snapshot, changed by the events since then, are those of every later snapshot", async () => {
      const told = new Map<string, RoomMemberView>();
      let told800 = { locked: false, recording: false };
      site.system.subscribe((event) => {
        if (event.kind === "roomChanged") told800 = event.state;
        if (!("member" in event)) return;
        if (event.kind === "roomLeft") told.delete(event.member.legId);
        else told.set(event.member.legId, event.member);
      });
      const agree = async (): Promise<string> => {
        await site.settle();
        const { rooms } = site.system.snapshot();
        expect([...told.values()]).toEqual(rooms.flatMap(({ members }) => members));
        for (const { state } of rooms) expect(state).toEqual(told800);
        return [...told.values()].map(({ party, muted }) => `${party.number}${muted ? " muted" : ""}`).join(", ");
      };
      const { commands } = site.system;
      const alices = (await site.phone("alice")).call("800");
      await alices.until("talking");
      const bobs = (await site.phone("bob")).call("800");
      await bobs.until("talking");
      expect(await agree()).toBe("101, 102");
      const legId = [...told.keys()].at(1) ?? "";
      expect(await commands.muteMember({ room: "800", legId, muted: true })).toEqual(DONE);
      expect(await commands.lockRoom({ room: "800", locked: true })).toEqual(DONE);
      expect(await commands.recordRoom({ by: "alice", room: "800", recorded: true })).toEqual(DONE);
      expect(await agree()).toBe("101, 102 muted");
      expect(told800).toEqual({ locked: true, recording: true });
      expect(await commands.recordRoom({ by: "alice", room: "800", recorded: false })).toEqual(DONE);
      expect(await commands.letIn({ room: "800", legId })).toEqual(refusal("unknownLeg"));
      expect(await commands.removeFromRoom({ room: "800", id: legId })).toEqual(DONE);
      await bobs.until("ended");
      expect(await commands.muteMember({ room: "800", legId, muted: false })).toEqual(refusal("unknownLeg"));
      expect(await agree()).toBe("101");
      alices.hangUp();
      await alices.until("ended");
      expect(await agree()).toBe("");
      expect(await commands.lockRoom({ room: "800", locked: true })).toEqual(refusal("wrongState"));
    });

    it("PORT-10 an order for a queue is done and in the log when it resolves, or refused and changes nothing", async () => {
      const { queues } = site.system;
      if (queues === undefined) return;
      await site.phone("bob");
      await site.settle();
      const earlier = site.queueRows().length;
      const rowsOf = () =>
        site
          .queueRows()
          .slice(earlier)
          .flatMap(({ event, agentId }) => (agentId === 2 ? [event] : []));
      expect(await queues.order({ kind: "pause", agentId: 2, queueId: "support", reason: "break", by: 1 })).toBe(
        undefined,
      );
      expect(rowsOf()).toEqual(["PAUSE"]);
      expect(site.queueRows().at(-1)).toMatchObject({ reason: "break", by: 1 });
      const before = events.length;
      expect(await queues.order({ kind: "pause", agentId: 2, queueId: "nowhere", reason: "" })).toBe("unknownQueue");
      expect(await queues.order({ kind: "pause", agentId: 1, queueId: "support", reason: "" })).toBe("notMember");
      expect(await queues.order({ kind: "removeMember", agentId: 2, queueId: "support" })).toBe("static");
      expect(await queues.order({ kind: "addMember", agentId: 2, queueId: "support", penalty: 0 })).toBe(
        "alreadyMember",
      );
      await site.settle();
      expect([events.length, rowsOf()]).toEqual([before, ["PAUSE"]]);
    });

    it("PORT-11 the events of the log are its rows, in order, each durable when it is reported", async () => {
      if (site.system.queues === undefined) return;
      const told: QueueLogRow[] = [];
      const early: QueueLogRow[] = [];
      site.system.subscribe((event) => {
        if (event.kind !== "queueLogged") return;
        told.push(event.row);
        if (!site.queueRows().includes(event.row)) early.push(event.row);
      });
      const [alice, bob] = [await site.phone("alice"), await site.phone("bob")];
      const alices = alice.call("600");
      const bobs = await bob.incoming();
      await bobs.answer();
      await alices.until("talking");
      await site.settle();
      bobs.hangUp();
      await alices.until("ended");
      await site.settle();
      expect(told.map(({ event }) => event)).toEqual(["ENTERQUEUE", "CONNECT", "COMPLETEAGENT"]);
      expect([early, site.queueRows().slice(-3)]).toEqual([[], told]);
    });

    it("PORT-8 an unsubscribed listener receives nothing more, and one that throws keeps nothing from the others", async () => {
      const heard: PhoneEvent[] = [];
      site.system.subscribe(() => {
        throw new Error("a listener that fails");
      });
      const leave = site.system.subscribe((event) => heard.push(event));
      await site.phone("alice");
      await site.settle();
      expect(heard.length).toBeGreaterThan(0);
      leave();
      const before = heard.length;
      await site.phone("bob");
      await site.settle();
      expect([heard.length, events.length > before]).toEqual([before, true]);
    });
  });
}
