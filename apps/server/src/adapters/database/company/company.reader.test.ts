import { mergePermissions } from "@callpanel/contract";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import type { PeopleChoice } from "../../../modules/administration/index.ts";
import { createCompanyReader } from "./company.reader.ts";
import { createDirectoryStore } from "./directory.store.ts";

const user = (name: string, extension: number, more: object = {}) => ({
  username: name,
  first_name: name,
  last_name: "Able",
  extension: String(extension),
  password: "a-good-password",
  ...more,
});

/** YAML is a superset of JSON. */
const COMPANY = JSON.stringify({
  realm: "acme",
  groups: [
    { name: "phones", permissions: ["softphone:read"] },
    { name: "desk", permissions: ["softphone:read", "toggle_destinations:read:600"] },
  ],
  users: [
    user("ann", 101, { groups: ["desk", "phones"], permissions: ["toggle_destinations:read:601"] }),
    user("ben", 102, { groups: ["phones"] }),
    user("cem", 103, { groups: ["phones"] }),
    user("dee", 104),
  ],
  queues: [
    { number: 600, name: "Support" },
    { number: 601, name: "Sales" },
  ],
});

onEachDatabase((kind, create) => {
  describe(`people of a company on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const realmOf = () => on.db.selectFrom("realms").select("id").executeTakeFirstOrThrow();

    it("PEOPLE-21 some people are read as they are among all: by id, by username, by group", async () => {
      const reader = createCompanyReader(on.db);
      const { id: realmId } = await realmOf();
      const all = await reader.users(realmId);
      expect(all.map(({ username }) => username)).toEqual(["ann", "ben", "cem", "dee"]);
      const ids = await reader.userIds(realmId);
      expect(ids).toEqual(new Map(all.map(({ id, username }) => [username, id])));
      const many = Array.from({ length: 501 }, (_, at) => `nobody${at}`);
      const chosen: ReadonlyArray<readonly [PeopleChoice, readonly string[]]> = [
        [{ ids: [ids.get("cem") ?? 0, ids.get("ann") ?? 0, 999_999] }, ["ann", "cem"]],
        [{ ids: [] }, []],
        [{ usernames: ["dee", "nobody"] }, ["dee"]],
        [{ usernames: ["nobody"] }, []],
        [{ usernames: [...many, "ben", "ann"] }, ["ann", "ben"]],
        [{ group: "phones" }, ["ann", "ben", "cem"]],
        [{ group: "nothing" }, []],
      ];
      for (const [only, names] of chosen)
        expect(await reader.users(realmId, only)).toEqual(all.filter(({ username }) => names.includes(username)));
      expect(await reader.users(realmId + 1, { usernames: ["ann"] })).toEqual([]);
      expect((await reader.numbers(realmId, "queue")).map(({ number }) => number)).toEqual(["600", "601"]);
    });

    it("PEOPLE-21 people of the same groups have the same rights at the telephone, and those with rights of their own more", async () => {
      const { subscribers } = await createDirectoryStore(on.db).snapshot("acme");
      const rightsOf = (name: string) => subscribers.find(({ username }) => username === name)?.rights;
      const phones = mergePermissions([{ module: "softphone", rule: "read" }]);
      expect(rightsOf("ben")).toEqual(phones);
      expect(rightsOf("cem")).toBe(rightsOf("ben"));
      expect(rightsOf("dee")).toEqual(mergePermissions());
      expect(rightsOf("ann")).toEqual(
        mergePermissions([
          { module: "softphone", rule: "read" },
          { module: "toggle_destinations", rule: "read", targets: ["600", "601"] },
        ]),
      );
    });
  });
});
