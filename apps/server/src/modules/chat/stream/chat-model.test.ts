import { expect, it } from "vitest";
import { walkThroughChat } from "../../../../test/chat-model.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const COMPANY = `
realm: acme
groups: [{ name: chat, permissions: ["chats:read", "chats:write"] }]
users:
  - { username: ann, first_name: Ann, last_name: A, extension: 101, password: callpanel-demo, groups: [chat] }
  - { username: ben, first_name: Ben, last_name: B, extension: 102, password: callpanel-demo, groups: [chat] }
`;

onEachDatabase((kind: string, create: () => Promise<TestDatabase>) => {
  const on = openStoresForEach(create, COMPANY);
  it.each([1, 2, 3])(
    `CHAT-39 ${kind}: clients that are disconnected at random end with the same data as the servers (seed %i)`,
    async (seed) => {
      const ann = await on.stores.users.byUsername("ann");
      const ben = await on.stores.users.byUsername("ben");
      if (ann === undefined || ben === undefined) throw new Error("both are in the company");
      const walk = { stores: on.stores, realm: ann.realm, people: [ann.id, ben.id], seed, steps: 700 };
      const counts = await walkThroughChat(walk);
      for (const kinds of ["write", "react", "cut", "connect", "expire", "compared"])
        expect(counts[kinds], kinds).toBeGreaterThan(0);
    },
  );
});
