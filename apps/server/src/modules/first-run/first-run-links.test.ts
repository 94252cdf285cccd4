import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../test/open-stores.ts";
import { onEachDatabase } from "../../../test/test-databases.ts";
import { createFirstRunLinks } from "./first-run-links.ts";
import { createFirstRun } from "./first-run.service.ts";

const ADDRESS = "http://127.0.0.1:8080";

onEachDatabase((kind, create) => {
  describe(`links of the first run on ${kind}`, () => {
    const on = openStoresForEach(create, "realm: acme\ngroups: []\nusers: []\n");
    it("FIRST-2 if two browsers use a link at the same time, one is admitted", async () => {
      const { stores } = on;
      const deps = { store: stores.firstRun, users: stores.users, clock: Date, random: randomBytes };
      const line = (await createFirstRunLinks(deps).announce(ADDRESS)) ?? "";
      const secret = /#(\w+)/.exec(line)?.[1] ?? "";
      const firstRun = createFirstRun({
        ...deps,
        ...stores,
        realm: "acme",
        companyChanged: () => undefined,
        mailer: { send: async () => undefined },
        platformName: () => "callpanel",
        publicUrl: undefined,
        mail: { smtpUrl: undefined },
        backup: undefined,
        databaseUrl: undefined,
        phone: {
          snapshot: () => {
            throw new Error("nobody asks for registrations");
          },
        },
      });
      const tries = await Promise.allSettled([firstRun.open(secret), firstRun.open(secret), firstRun.open(secret)]);
      expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    });
  });
});
