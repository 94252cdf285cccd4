import type { LineTest } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { askServers, createLineAnswers } from "./line-tests.ts";

type Gateways = LineTest["gateways"];
const gateway = (address: string): Gateways[number] => ({
  address,
  device: "",
  result: "answered",
  status: 200,
  milliseconds: 4,
});

/** Servers of one database; each looks when the company changes. */
function office() {
  const clock = createFakeClock();
  const texts = new Map<string, string>();
  const serverSettings = {
    read: async (name: string) => texts.get(name),
    replace: async (name: string, before: string | undefined, text: string) => {
      const isSame = texts.get(name) === before;
      if (isSame) texts.set(name, text);
      return isSame;
    },
  };
  const looks: Array<() => void> = [];
  const asked: string[] = [];
  let random = 0;
  const look = (): void => looks.forEach((one) => one());
  return {
    clock,
    asked,
    kept: () => texts.get("lines.tests"),
    start: (id: string, test: (line: string) => Promise<Gateways>) =>
      looks.push(
        createLineAnswers({
          serverSettings,
          servers: { id },
          test: ({ line }) => {
            asked.push(`${id} ${line}`);
            return test(line);
          },
          log: silentLog,
        }),
      ),
    look,
    ask: (line: string, servers: readonly string[]) =>
      askServers(
        {
          serverSettings,
          clock,
          random: (count) => Uint8Array.from({ length: count }, () => (random += 1)),
          wait: async (ms) => {
            await settle();
            await clock.advance(ms);
          },
        },
        { realm: "acme", line, servers: new Set(servers), wake: async () => look() },
      ),
  };
}

it("LINE-33 each server answers once for the gateways that it has, and the request is then deleted", async () => {
  const { start, ask, look, asked, kept } = office();
  start("one", async () => []);
  start("two", async () => {
    // The company changes while the test runs.
    look();
    return [gateway("127.0.0.2"), gateway("127.0.0.3")];
  });
  expect(await ask("gate", ["one", "two"])).toEqual({
    gateways: [gateway("127.0.0.2"), gateway("127.0.0.3")],
    answered: 2,
  });
  expect(asked.toSorted()).toEqual(["one gate", "two gate"]);
  expect(kept()).toBe("[]");
});

it("LINE-33 two tests at a time have their own answers", async () => {
  const { start, ask } = office();
  for (const id of ["one", "two"]) start(id, async (line) => [gateway(`${id} ${line}`)]);
  const answers = await Promise.all(["a", "b"].map((line) => ask(line, ["one", "two"])));
  expect(answers.map(({ gateways }) => gateways.map(({ address }) => address).toSorted())).toEqual([
    ["one a", "two a"],
    ["one b", "two b"],
  ]);
});

it("LINE-33 a server that is gone, or fails, is waited for ten seconds; the answers of the others are kept", async () => {
  const { clock, start, ask } = office();
  start("one", async () => [gateway("127.0.0.2")]);
  start("two", () => Promise.reject(new Error("it is stopping")));
  const before = clock.now();
  expect(await ask("gate", ["one", "two", "gone"])).toEqual({ gateways: [gateway("127.0.0.2")], answered: 1 });
  expect(clock.now() - before).toBe(10_000);
});
