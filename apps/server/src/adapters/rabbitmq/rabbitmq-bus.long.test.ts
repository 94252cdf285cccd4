import { createFakeClock } from "@callpanel/testkit";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { Connection } from "rabbitmq-client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findRabbit, startRabbit, type OwnRabbit } from "../../../../../tools/rabbitmq.mjs";
import { openCable } from "../../../test/cable.ts";
import { createTlsKey } from "../../../test/server-link.ts";
import { wallClock } from "../../../test/test-buses.ts";
import type { BusTransport } from "../../kernel/bus/bus-transport.port.ts";
import type { Clock } from "../../kernel/clock.ts";
import { connectRabbitBus } from "./index.ts";
import { WAIT } from "../../../test/wait.ts";

describe.skipIf(findRabbit() === undefined)("the bus on RabbitMQ", () => {
  let rabbit: OwnRabbit | undefined;
  let url: string;
  let admin: Connection;
  const open: BusTransport[] = [];
  beforeAll(async () => {
    rabbit = await startRabbit();
    url = rabbit?.url ?? "";
    admin = new Connection(url);
    admin.on("error", () => undefined); // a refused question
  });
  afterAll(async () => {
    await admin.close();
    await rabbit?.stop();
  });
  afterEach(async () => {
    for (const transport of open.splice(0)) await transport.close();
  });

  /** The transport of one server, what it received and what it logged. */
  const connect = async (at: string, databaseId: string, clock: Clock = wallClock) => {
    const received: string[] = [];
    const logged: string[] = [];
    const note = (message: string, facts?: object): void =>
      void logged.push(`${message} ${inspect(facts, { depth: 10, showHidden: true })}`);
    const log = { debug: note, info: note, warn: note, error: note };
    const transport = connectRabbitBus({ url: at, databaseId, clock, log })({
      received: (text) => received.push(text),
      reconnected: () => received.push("reconnected"),
    });
    open.push(transport);
    await transport.ready;
    return { ...transport, received, logged };
  };
  const exists = async (databaseId: string): Promise<boolean> => {
    try {
      await admin.exchangeDeclare({ exchange: `callpanel.${databaseId}`, passive: true });
      return true;
    } catch {
      return false;
    }
  };

  it("BUS-10 servers of another database hear nothing, and nothing is left when the last server has ended", async () => {
    const [ours, others] = [randomUUID(), randomUUID()];
    const [one, other, stranger] = [await connect(url, ours), await connect(url, ours), await connect(url, others)];
    await one.send("a");
    await stranger.send("b");
    await vi.waitFor(
      () => expect([one, other, stranger].map(({ received }) => received)).toEqual([["a"], ["a"], ["b"]]),
      WAIT,
    );
    expect([await exists(ours), await exists(others)]).toEqual([true, true]);
    for (const { close } of [one, other]) await close();
    await vi.waitFor(async () => expect([await exists(ours), await exists(others)]).toEqual([false, true]), WAIT);
  });

  it("BUS-10 a server whose exchange was deleted makes a new one, and reads again", async () => {
    const ours = randomUUID();
    const [one, other] = [await connect(url, ours), await connect(url, ours)];
    await admin.exchangeDelete({ exchange: `callpanel.${ours}` });
    await expect(one.send("lost")).rejects.toThrow("NOT_FOUND");
    await vi.waitFor(() => expect(one.received).toEqual(["reconnected"]), WAIT);
    await expect(other.send("kept")).resolves.toBeUndefined();
    await vi.waitFor(() => expect(one.received).toEqual(["reconnected", "kept"]), WAIT);
  });

  it("BUS-8 BUS-10 a server that the broker refuses starts, and its log has no password", async () => {
    const wrong = new URL(url);
    wrong.password = "not-the-password";
    const { send, received, logged } = await connect(wrong.href, randomUUID());
    await expect(send("a")).rejects.toThrow("no connection");
    expect(received).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/connection to other servers is lost[^]*ACCESS_REFUSED/)]);
    expect(logged.join()).not.toContain("not-the-password");
  });

  it("BUS-10 while the broker has no memory left, nothing is sent and a server can stop; afterwards the others read again", async () => {
    const [ours, clock] = [randomUUID(), createFakeClock()];
    const [one, other] = [await connect(url, ours, clock), await connect(url, ours, clock)];
    for (const { send } of [one, other]) await send("a");
    await vi.waitFor(() => expect(other.received).toEqual(["a", "a"]), WAIT);
    expect(await rabbit?.control("set_vm_memory_high_watermark", "0")).toBe(0);
    const refusals = new Set<string>();
    const send = (): void => void one.send("b").catch(({ message }: Error) => refusals.add(message));
    await vi.waitFor(() => {
      send();
      expect(refusals).toContain("RabbitMQ takes no messages at the moment");
    }, WAIT);
    await clock.advance(5_000);
    expect(refusals).toContain("RabbitMQ did not confirm a message");
    await one.close();
    expect(other.received).toEqual(["a", "a"]);
    const late = other.send("d");
    expect(await rabbit?.control("set_vm_memory_high_watermark", "0.4")).toBe(0);
    await vi.waitFor(() => expect(other.received).toContain("reconnected"), WAIT);
    await late;
  });

  it("BUS-10 with amqps no connection is made to a broker with an untrusted certificate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    const cable = await openCable(new URL(url), createTlsKey(folder));
    const { received, logged, close } = await connect(cable.url.replace("amqp:", "amqps:"), randomUUID());
    expect(received).toEqual([]);
    expect(logged).toEqual([expect.stringMatching(/SELF_SIGNED_CERT/)]);
    await close();
    await cable.remove();
    rmSync(folder, { recursive: true });
  });
});
