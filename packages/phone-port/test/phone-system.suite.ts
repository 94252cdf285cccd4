/** What the server may expect of every phone system, on real telephones and through the port alone (docs/spec/phone-port.md). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallView, LegView, PhoneCommands, PhoneEvent, PhoneSystem } from "../src/index.ts";

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

/** A phone system that has nothing in progress. Its people are Alice (101), Bob (102) and Carol (103); 199 leads nowhere. */
export interface SuiteSite {
  readonly system: Pick<PhoneSystem, "snapshot" | "subscribe" | "commands">;
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

    it("PORT-7 goalOf says where a number leads, bridgeOf who is at the other end", async () => {
      await talk();
      const { goalOf, bridgeOf } = site.system.commands;
      expect(await goalOf({ by: "alice", to: "103" })).toMatchObject({ kind: "user" });
      expect(await goalOf({ by: "alice", to: "199" })).toEqual({ kind: "nowhere" });
      const [callId] = inProgress().keys();
      const ends = [idOf("101"), idOf("102")];
      for (const [legId, peerLegId] of [ends, ends.toReversed()])
        expect(await bridgeOf(legId ?? "")).toEqual({ ok: true, value: { bridgeId: callId, peerLegId } });
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
