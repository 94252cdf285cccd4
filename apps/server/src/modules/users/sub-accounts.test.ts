import {
  endpoints,
  errorBodySchema,
  mergePermissions,
  SUB_ACCOUNT_FEATURES,
  type Permission,
} from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import type { User } from "./users.model.ts";
import type { UserStore } from "./users.store.ts";
import { subAccountsOf } from "./watching.ts";

describe("sub-accounts", () => {
  let server: TestServer;
  let bob: number;
  beforeEach(async () => {
    server = await createTestServer();
    bob = (await server.stores.users.byUsername("bob"))?.id ?? 0;
    await applyCompany(
      server.stores.company,
      parseCompanyFile(`
realm: demo
users:
  - { username: alice, permissions: ["forward:read_for:${bob}", "forward:write_for:${bob}", "dids:list_for:${bob}"] }
  - { username: liam, permissions: ["user_preferences:read_for:${bob}"] }
  - { username: hiro, permissions: ["user_preferences:read_for:${bob}", "user_preferences:write_for:${bob}"] }
`),
    );
    await applyCompany(
      server.stores.company,
      parseCompanyFile(
        "realm: other\nusers: [{ username: zoe, first_name: Zoe, last_name: Zed, extension: 101, password: a-good-password }]",
      ),
    );
  });
  afterEach(() => server.remove());

  const subAccounts = async (who: string) =>
    endpoints.listSubAccounts.response.parse((await server.get("/api/v1/users/sub_accounts", who)).body);

  it("ACCOUNT-60 other people whose settings the user may see are listed, with the settings that may be seen and changed; the user is not listed", async () => {
    expect(await subAccounts("alice")).toEqual({
      total: 1,
      data: [
        {
          user_id: bob,
          subscriber_id: bob,
          username: "bob",
          first_name: "Bob",
          last_name: "Brandt",
          exten: "102",
          features: ["forward", "dids"],
          writes: ["forward"],
        },
      ],
    });
    expect(await subAccounts("dave")).toEqual({ total: 0, data: [] });
    // A supervisor sees everybody of the company, by extension.
    const { total, data } = await subAccounts("carol");
    expect([total, data[0]?.exten, data.some(({ exten }) => exten === "103")]).toEqual([23, "101", false]);
    expect(data[0]).toMatchObject({ features: [...SUB_ACCOUNT_FEATURES], writes: [] });
    expect(data.some(({ username }) => username === "zoe")).toBe(false);
  });

  it("ACCOUNT-60 only people whom the rights name are read, or everybody in portions if the rights are on all", async () => {
    const searches: { readonly ids: readonly number[] | undefined; readonly start: number }[] = [];
    const { users } = server.stores;
    const alice = await users.byUsername("alice");
    if (alice === undefined) throw new Error("there is no alice");
    // A company of 2,500 people; the searched one is the last.
    const people = Array.from({ length: 2_500 }, (_, at): User => ({ ...alice, id: 1_000 + at, username: `p${at}` }));
    const store: Pick<UserStore, "search"> = {
      search: async ({ ids, start, limit }) => {
        searches.push({ ids, start });
        const found = people.filter(({ id }) => ids?.includes(id) ?? true);
        return { total: found.length, users: found.slice(start, start + limit) };
      },
    };
    const callerWith = (permission: Permission): Caller => ({
      userId: 1_000,
      username: "p0",
      extension: "1000",
      sessionId: "none",
      mayUsePanel: true,
      realm: alice.realm,
      rights: mergePermissions([permission]),
    });
    const named: Permission = { module: "forward", rule: "read_for", targets: ["3499"] };
    expect((await subAccountsOf(store, callerWith(named))).map(({ user_id: id }) => id)).toEqual([3_499]);
    expect(searches.splice(0)).toEqual([{ ids: [1_000, 3_499], start: 0 }]);
    const all = await subAccountsOf(store, callerWith({ module: "forward", rule: "read_for" }));
    expect([all.length, new Set(all.map(({ user_id: id }) => id)).size]).toEqual([2_499, 2_499]);
    expect(searches.map(({ start }) => start)).toEqual([0, 1_000, 2_000]);
    // The same by the database.
    const { total, users: found } = await users.search({
      realmId: 1,
      words: [],
      ids: [bob, 999_999],
      start: 0,
      limit: 5,
    });
    expect([total, found.map(({ username }) => username)]).toEqual([1, ["bob"]]);
  });

  it("BLACKLIST-6 blocked numbers of a sub-account are seen and changed with the rights on its preferences, and no others", async () => {
    const entry = { name: "Spam", number: "5145550188" };
    const path = (whose: number | string, id = "") => `/api/v1/blacklists${id}?user_id=${whose}`;
    const added = await server.send("POST", path(bob), "hiro", entry);
    expect(added.status).toBe(200);
    const { id } = endpoints.addToBlacklist.response.parse(added.body);
    const own = await server.get("/api/v1/blacklists", "bob");
    expect(endpoints.listBlacklist.response.parse(own.body).data).toEqual([{ id, ...entry }]);
    expect(endpoints.listBlacklist.response.parse((await server.get("/api/v1/blacklists", "hiro")).body).total).toBe(0);
    for (const who of ["hiro", "liam", "carol", "bob"])
      expect(endpoints.listBlacklist.response.parse((await server.get(path(bob), who)).body).total, who).toBe(1);

    const zoe = (await server.stores.users.byUsername("zoe"))?.id ?? 0;
    const bulk = { blacklist_numbers: [{ id, name: "Renamed", number: entry.number }] };
    const refused: ReadonlyArray<readonly [string, Promise<{ readonly status: number; readonly body: unknown }>]> = [
      ["alice lists", server.get(path(bob), "alice")],
      ["liam adds", server.send("POST", path(bob), "liam", { name: "x", number: "5145550189" })],
      ["liam removes", server.send("DELETE", path(bob, `/${id}`), "liam")],
      ["carol saves", server.send("POST", path(bob, "/bulk_save"), "carol", bulk)],
      ["another company", server.get(path(zoe), "carol")],
      ["nobody", server.get(path(424_242), "carol")],
    ];
    for (const [what, answer] of refused) {
      const { status, body } = await answer;
      expect([status, errorBodySchema.parse(body).code], what).toEqual([403, "request.forbidden"]);
    }
    // The number is gone from the user's own list only if they remove it themselves.
    expect((await server.send("DELETE", `/api/v1/blacklists/${id}`, "hiro")).status).toBe(404);
    expect((await server.send("POST", path(bob, "/bulk_save"), "hiro", bulk)).status).toBe(200);
    expect((await server.send("DELETE", path(bob, `/${id}`), "hiro")).status).toBe(200);
  });
});
