import { subscribePush, unsubscribePush } from "@callpanel/contract";
import { expect, it } from "vitest";
import { createFakeServer } from "../../../test/fakeServer.ts";
import { createWire } from "../../adapters/http/wire.ts";
import { keepSubscribed } from "./subscription.ts";
import type { PushSource } from "./subscription.ts";

const SUBSCRIPTION = {
  endpoint: "https://push.example.com/x",
  keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) },
};

async function run(parts: Partial<PushSource>) {
  const server = createFakeServer();
  server.spoil("push/public_key", { status: 200, body: { key: "server-key" } });
  server.spoil("push/subscriptions", { status: 200, body: { success: true } });
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  const keys: string[] = [];
  const source: PushSource = {
    isPermitted: () => true,
    current: async () => SUBSCRIPTION,
    subscribe: async (key) => {
      keys.push(key);
      return SUBSCRIPTION;
    },
    ...parts,
  };
  const api: Parameters<typeof keepSubscribed>[0]["api"] = {
    call: (endpoint, input) => wire.call(endpoint, input, null),
  };
  await keepSubscribed({ api, source, locale: "fr-CA" });
  const sent = server.seenAt("push/subscriptions").map(({ method, body }) => [method, body]);
  return { keys, sent };
}

it("PWA-5 the push subscription of this browser and its language are sent to the server", async () => {
  const { keys, sent } = await run({});
  expect(keys).toEqual(["server-key"]);
  expect(sent).toEqual([[subscribePush.method, { ...SUBSCRIPTION, locale: "fr-CA" }]]);
});

it("PWA-5 without permission the subscription is removed from the server, and no new one is made", async () => {
  const { keys, sent } = await run({ isPermitted: () => false });
  expect(keys).toEqual([]);
  expect(sent).toEqual([[unsubscribePush.method, { endpoint: SUBSCRIPTION.endpoint }]]);
  expect((await run({ isPermitted: () => false, current: async () => null })).sent).toEqual([]);
});

it("PWA-5 a subscription without keys is of no use", async () => {
  expect((await run({ subscribe: async () => ({ endpoint: SUBSCRIPTION.endpoint }) })).sent).toEqual([]);
});
