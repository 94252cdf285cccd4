import { seededRandom, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createFakeQueues } from "../../test/fake-queues.ts";
import { agentsOf, queueOf } from "../../test/queue-world.ts";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../test/test-pbx.ts";

const NUMBERS = ["101", "102", "103", "104", "*43", "*86", "199"];

/** People who do random things, sensible or not, over real SIP text. */
class Crowd {
  readonly phones: SipPhone[] = [];
  /** They only take calls. */
  readonly called = new Set<SipPhone>();
  readonly #cut = new Set<SipPhone>();
  readonly #pbx: TestPbx;
  readonly #random: () => number;
  readonly #numbers: readonly string[];

  readonly #keys: readonly string[];

  constructor(pbx: TestPbx, seed: number, numbers: readonly string[] = NUMBERS, keys: readonly string[] = ["5"]) {
    this.#pbx = pbx;
    this.#numbers = numbers;
    this.#keys = keys;
    this.#random = seededRandom(seed);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  async act(): Promise<void> {
    const phone = this.#pick(this.phones);
    if (phone === undefined) return;
    if (this.#cut.has(phone)) {
      if (this.#random() < 0.5) await this.#comeBack(phone);
      return;
    }
    const call = this.#pick(phone.calls.filter(({ state }) => state !== "ended"));
    if (this.#random() < 0.05) return this.#cutOff(phone);
    const waits = call === undefined && this.called.size > 0 && this.#random() < 0.9;
    if (waits || this.called.has(phone)) return call && this.#use(phone, call);
    if (call === undefined || this.#random() < 0.2)
      phone.call(this.#pick(this.#numbers) ?? "101", this.#random() < 0.2 ? { body: "" } : {});
    else this.#use(phone, call);
  }

  #use(phone: SipPhone, call: PhoneCall): void {
    const dice = this.#random();
    if (dice < 0.25) call.hangUp();
    else if (call.direction === "incoming" && call.state === "ringing") {
      if (dice < 0.8) void call.answer();
      else call.reject(this.#pick([486, 480, 603, 500]) ?? 486);
    } else if (call.state === "talking") this.#play(phone, call, dice);
  }

  #play(phone: SipPhone, call: PhoneCall, dice: number): void {
    const ignore = (): void => undefined;
    if (this.#keys.length > 1 && dice < 0.6) this.#press(call, this.#pick(this.#keys) ?? "");
    else if (dice < 0.5) call.hold().catch(ignore);
    else if (dice < 0.7) call.unhold().catch(ignore);
    else if (dice < 0.8) this.#press(call, this.#keys[0] ?? "5");
    else if (dice < 0.9) phone.call("102", { headers: [["Replaces", call.replaces()]] });
    else call.forget();
  }

  #press(call: PhoneCall, keys: string): void {
    const headers = [["Content-Type", "application/dtmf"]] as const;
    for (const body of keys.split("")) call.request("INFO", { headers, body }).catch(() => undefined);
  }

  #cutOff(phone: SipPhone): void {
    this.#cut.add(phone);
    phone.cut();
  }

  async #comeBack(phone: SipPhone): Promise<void> {
    this.#cut.delete(phone);
    phone.reconnect();
    void phone.register().catch(() => undefined);
    await settle();
  }

  get pbx(): TestPbx {
    return this.#pbx;
  }
}

test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  "CALL-42 a crowd that does anything in any order leaves nothing behind (seed %i)",
  async (seed) => {
    const pbx = createTestPbx({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 });
    const crowd = new Crowd(pbx, seed);
    for (const name of ["alice", "bob", "bob", "carol", "dave"]) crowd.phones.push(await pbx.registered(name));
    for (let step = 0; step < 120; step += 1) {
      await crowd.act();
      await pbx.clock.advance(step % 3 === 0 ? 400 : 10);
    }
    for (const phone of crowd.phones) for (const call of phone.calls) call.hangUp();
    await pbx.clock.advance(200_000);
    for (const phone of crowd.phones) phone.cut();
    await pbx.clock.advance(200_000);

    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
    expect(pbx.system.snapshot()).toMatchObject({ registrations: [], calls: [], counts: { connections: 0 } });
    expect(pbx.clock.timerCount).toBe(0);
    expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
    const [started, ended] = [pbx.eventsOf("callStarted"), pbx.eventsOf("callEnded")];
    expect(ended.map(({ call }) => call.id).toSorted()).toEqual(started.map(({ call }) => call.id).toSorted());
    expect(pbx.records.map(({ id }) => id).toSorted()).toEqual(ended.map(({ call }) => call.id).toSorted());
    expect(pbx.records.some(({ disposition }) => disposition === "answered")).toBe(true);
  },
);

test.each(Array.from({ length: 20 }, (_, seed) => seed + 101))(
  "QUE-70 a crowd that calls queues and does anything in any order leaves nothing behind (seed %i)",
  async (seed) => {
    const wait = { maxWaitSeconds: 40, wrapUpSeconds: 3, retrySeconds: 2, exit: { key: "5", to: "101" } } as const;
    const queues = createFakeQueues([
      queueOf({ ...wait, members: agentsOf(0, 0, 1), strategy: "ringAll", overflowTo: "601" }),
      queueOf({
        ...wait,
        id: "sales",
        number: "601",
        ringInUse: true,
        members: agentsOf(0, 0, 0, 0),
        strategy: "roundRobin",
      }),
    ]);
    const pbx = createTestPbx({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 }, { queues });
    pbx.directory.setNumber("600", { kind: "queue", id: "support", name: "Support" });
    pbx.directory.setNumber("601", { kind: "queue", id: "sales", name: "Sales" });
    const crowd = new Crowd(pbx, seed, ["600", "600", "601", "601", "102", "*86"]);
    for (const name of ["alice", "bob", "bob", "carol", "dave"]) crowd.phones.push(await pbx.registered(name));
    for (let step = 0; step < 300; step += 1) {
      await crowd.act();
      await pbx.clock.advance(step % 3 === 0 ? 400 : 10);
    }
    for (const phone of crowd.phones) for (const call of phone.calls) call.hangUp();
    await pbx.clock.advance(200_000);
    for (const phone of crowd.phones) phone.cut();
    await pbx.clock.advance(200_000);

    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
    expect(pbx.clock.timerCount).toBe(0);
    expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
    const open = await queues.log.open("demo");
    expect(open.stays).toEqual([]);
    const agents = pbx.system.snapshot().queues?.flatMap((queue) => queue.agents) ?? [];
    expect(agents.filter(({ state }) => state !== "offline")).toEqual([]);
    const count = (event: string): number => queues.rows.filter((row) => row.event === event).length;
    expect(count("ENTERQUEUE")).toBeGreaterThan(5);
    expect(count("CONNECT")).toBeGreaterThan(0);
  },
);

const steps: string[] = [];
test.each(Array.from({ length: 20 }, (_, seed) => seed + 201))(
  "QCB-23 a crowd that asks to be called back and does anything in any order leaves nothing behind (seed %i)",
  async (seed) => {
    const queues = createFakeQueues([
      queueOf({
        members: [2, 3].map((agentId) => ({ agentId, penalty: 0, login: "always" })),
        strategy: seed % 2 === 0 ? "ringAll" : "leastRecent",
        retrySeconds: 2,
        callbacks: { key: "2", attempts: 2, retrySeconds: 5, expireSeconds: 100, most: 3 },
      }),
    ]);
    const pbx = createTestPbx({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 }, { queues });
    pbx.directory.setNumber("600", { kind: "queue", id: "support", name: "Support" });
    const crowd = new Crowd(pbx, seed, ["600"], ["21", "1", "2"]);
    for (const name of ["alice", "dave", "dave", "bob", "carol"]) crowd.phones.push(await pbx.registered(name));
    for (const phone of crowd.phones.slice(-2)) crowd.called.add(phone);
    for (let step = 0; step < 1_000; step += 1) {
      await crowd.act();
      await pbx.clock.advance(step % 3 === 0 ? 1_000 : 50);
    }
    for (const phone of crowd.phones) for (const call of phone.calls) call.hangUp();
    await pbx.clock.advance(200_000);
    for (const phone of crowd.phones) phone.cut();
    await pbx.clock.advance(200_000);

    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
    expect(pbx.clock.timerCount).toBe(0);
    expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
    expect((await queues.log.open("demo")).stays).toEqual([]);
    const agents = pbx.system.snapshot().queues?.flatMap((queue) => queue.agents) ?? [];
    expect(agents.filter(({ state }) => state !== "offline")).toEqual([]);
    const outcalls = queues.rows.flatMap((row) => (row.event === "OUTCALL" ? row : []));
    for (const { callId, step, attempt } of outcalls) {
      expect(attempt, callId).toBeLessThanOrEqual(2);
      steps.push(step);
      if (step === "dialled" && queues.rows.some((row) => row.event === "CONNECT" && row.callId === callId))
        steps.push("connected");
    }
  },
);

test("QCB-23 the crowds have made every kind of callback", () => {
  const kinds = ["asked", "dialled", "noAnswer", "busy", "notConfirmed", "dropped", "connected"];
  expect([...new Set(steps)].toSorted()).toEqual(kinds.toSorted());
});
