import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { onEachBus, type BusSite } from "../../../test/test-buses.ts";
import type { Log } from "../log.ts";
import type { ConnectBus } from "./bus-transport.port.ts";
import { createBus, type Bus } from "./bus.ts";
import { topic } from "./topic.ts";
import { WAIT } from "../../../test/wait.ts";

const numbered = topic("test.numbered", z.object({ number: z.number(), text: z.optional(z.string()) }));
const lettered = topic("test.lettered", z.object({ letter: z.string() }));

/** A server as far as its bus goes. */
function openServer(connect?: ConnectBus) {
  const logged: string[] = [];
  const note = (message: string, facts: Readonly<Record<string, unknown>> = {}): void =>
    void logged.push([message, facts["count"] ?? facts["topic"]].join(" ").trim());
  const log: Log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
  const clock = createFakeClock();
  const bus = createBus({ clock, log, connect });
  const heard: Array<number | string> = [];
  const stop = bus.subscribe(numbered, ({ number }) => heard.push(number));
  bus.onGap(() => heard.push("gap"));
  return { bus, clock, heard, logged, stop };
}

describe("the bus of one server", () => {
  it("BUS-1 listeners are called before publishing returns, in order; facts that they publish come after", () => {
    const { bus, heard, stop } = openServer();
    const later: Array<number | string> = [];
    bus.subscribe(numbered, ({ number }) => {
      if (number === 1) bus.publish(lettered, { letter: "a" });
      if (number === 1) bus.publish(numbered, { number: 2 });
      later.push(`${number}'`);
    });
    bus.subscribe(lettered, ({ letter }) => later.push(letter));
    bus.publish(numbered, { number: 1 });
    bus.publishHere(numbered, { number: 3 });
    expect([heard, later]).toEqual([
      [1, 2, 3],
      ["1'", "a", "2'", "3'"],
    ]);
    stop();
    bus.publish(numbered, { number: 4 });
    expect([heard, later.at(-1)]).toEqual([[1, 2, 3], "4'"]);
  });

  it("BUS-1 a listener that throws keeps the fact from no other, and is in the log", () => {
    const { bus, logged } = openServer();
    const heard: number[] = [];
    bus.subscribe(numbered, () => {
      throw new Error("broken");
    });
    bus.subscribe(numbered, ({ number }) => heard.push(number));
    bus.publish(numbered, { number: 1 });
    expect([heard, logged]).toEqual([[1], ["a listener of the bus failed test.numbered"]]);
  });

  it("BUS-1 a function that subscribes twice is called twice, and each subscription ends by itself", async () => {
    const { bus } = openServer();
    const heard: number[] = [];
    const take = ({ number }: { number: number }): void => void heard.push(number);
    const stop = bus.subscribe(numbered, take);
    bus.subscribe(numbered, take);
    bus.publish(numbered, { number: 1 });
    stop();
    bus.publish(numbered, { number: 2 });
    expect(heard).toEqual([1, 1, 2]);
    await bus.ready;
    await bus.close();
  });
});

onEachBus((kind, open) => {
  describe(`buses of several servers: ${kind}`, () => {
    let site: BusSite;
    const buses: Bus[] = [];
    beforeEach(async () => {
      site = await open();
    });
    afterEach(async () => {
      for (const bus of buses.splice(0)) await bus.close();
      await site.remove();
    });
    const start = async () => {
      const server = openServer(site.connect);
      buses.push(server.bus);
      await server.bus.ready;
      return server;
    };
    type Server = Awaited<ReturnType<typeof start>>;
    /** Everything published before has arrived when its last fact has. */
    const arrived = (server: Server, last: number | string) =>
      vi.waitFor(() => expect(server.heard).toContain(last), WAIT);

    it("BUS-2 a fact reaches every server once, in the order in which one published", async () => {
      const [one, other, third] = [await start(), await start(), await start()];
      for (let number = 1; number <= 50; number += 1) one.bus.publish(numbered, { number });
      for (const server of [other, third]) await arrived(server, 50);
      other.bus.publish(numbered, { number: 51 });
      for (const server of [one, third]) await arrived(server, 51);
      const all = Array.from({ length: 51 }, (_, at) => at + 1);
      expect([one.heard, other.heard, third.heard]).toEqual([all, all, all]);
    });

    it("BUS-2 a fact for this server only stays here, and a fact without listeners is ignored", async () => {
      const [one, other] = [await start(), await start()];
      one.bus.publishHere(numbered, { number: 1 });
      one.bus.publish(lettered, { letter: "a" });
      one.bus.publish(numbered, { number: 2 });
      await arrived(other, 2);
      expect([one.heard, other.heard, other.logged]).toEqual([[1, 2], [2], []]);
    });

    it("BUS-3 a message outside the schema is dropped, and logged at most once a minute", async () => {
      const server = await start();
      const from = "someone";
      const texts = ["no JSON", "7", "{}", { from: 1 }, { from, topic: "test.numbered", fact: { number: "1" } }];
      for (const text of texts) await site.inject(typeof text === "string" ? text : JSON.stringify(text));
      const extra = { number: 1, isAdmin: true };
      await site.inject(JSON.stringify({ from, topic: "test.numbered", fact: extra }));
      await arrived(server, 1);
      expect(server.logged).toEqual(["malformed messages on the bus were dropped 1"]);
      await server.clock.advance(60_000);
      await site.inject("no JSON");
      await vi.waitFor(() => expect(server.logged).toHaveLength(2), WAIT);
      expect(server.logged.at(-1)).toBe("malformed messages on the bus were dropped 5");
    });

    it("BUS-4 a fact that is too long is a gap for the others", async () => {
      const [one, other] = [await start(), await start()];
      one.bus.publish(numbered, { number: 1, text: "é".repeat(200_000) });
      one.bus.publish(numbered, { number: 2, text: "é".repeat(1_000) });
      await arrived(other, 2);
      expect([one.heard, other.heard]).toEqual([
        [1, 2],
        ["gap", 2],
      ]);
    });

    it("BUS-5 after a loss of the connection there is a gap: here, and where something could not be sent", async () => {
      const [one, other] = [await start(), await start()];
      await site.cut();
      one.bus.publish(numbered, { number: 1 });
      expect(one.heard).toEqual([1]);
      await vi.waitFor(() => expect(one.logged).toEqual(["other servers could not be told of a change"]), WAIT);
      await site.mend();
      for (const server of [one, other]) await arrived(server, "gap");
      one.bus.publish(numbered, { number: 2 });
      await arrived(other, 2);
      expect(other.heard.filter((what) => what !== "gap")).toEqual([2]);
    });

    it("BUS-8 a server that starts without a connection connects as soon as it can", async () => {
      await site.cut();
      const [one, other] = [await start(), await start()];
      one.bus.publish(numbered, { number: 1 });
      expect(one.heard).toEqual([1]);
      await site.mend();
      for (const server of [one, other]) await arrived(server, "gap");
      one.bus.publish(numbered, { number: 2 });
      await arrived(other, 2);
    });

    it("BUS-2 facts that were published before the end are sent", async () => {
      const [one, other] = [await start(), await start()];
      for (let number = 1; number <= 20; number += 1) one.bus.publish(numbered, { number });
      await one.bus.close();
      await arrived(other, 20);
      expect(other.heard).toHaveLength(20);
    });
  });
});
