import { expect, it } from "vitest";
import { walkThroughChat } from "../../../../test/chat-model.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { freshStore } from "../../../../test/store-file.ts";
import { temporaryStorage } from "../../../../test/temporary-storage.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: A, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Ben, last_name: B, extension: 102, password: callpanel-demo, groups: [chat] }
`;
const storage = temporaryStorage();
const on = openStoresForEach(
  async () => ({ settings: await freshStore(storage), remove: async () => storage.remove() }),
  COMPANY,
);

it("CHAT-39 after 10,000 steps the clients know the same rooms, messages, counts, threads, drafts and notices as the servers", async () => {
  const [ann, ben] = [await on.stores.users.byUsername("ann"), await on.stores.users.byUsername("ben")];
  if (ann === undefined || ben === undefined) throw new Error("both are in the company");
  const seed = Number(process.env["CHAT_SEED"] ?? 7);
  const walk = { stores: on.stores, realm: ann.realm, people: [ann.id, ben.id], seed, steps: 10_000 };
  const counts = await walkThroughChat(walk);
  expect(counts["write"]).toBeGreaterThan(1_000);
  expect(counts["compared"]).toBeGreaterThan(100);
}, 600_000);
