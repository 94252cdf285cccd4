import { endpoints, type BlacklistEntry } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

describe("blacklist", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  const PATH = "/api/v1/blacklists";
  const list = async (who: string, query = ""): Promise<{ total: number; data: BlacklistEntry[] }> =>
    endpoints.listBlacklist.response.parse((await server.get(`${PATH}${query}`, who)).body);
  const outcome = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, body !== null && typeof body === "object" && "code" in body ? body.code : "done"];
  };
  const add = (who: string, body: object) => server.send("POST", PATH, who, body);
  const save = (who: string, blacklist_numbers: unknown) =>
    server.send("POST", `${PATH}/bulk_save`, who, { blacklist_numbers });

  it("BLACKLIST-1 each person has a separate list: another person's entry gives the same error as an unknown one", async () => {
    const { body } = await add("alice", { name: "Robo", number: "+1 416 555 0170" });
    const { id } = endpoints.addToBlacklist.response.parse(body);
    expect(await list("bob")).toEqual({ total: 0, data: [] });
    expect(await outcome(server.send("DELETE", `${PATH}/${id}`, "bob"))).toEqual([404, "settings.blacklist.notFound"]);
    expect(await outcome(save("bob", [{ id, name: "Mine", number: "5551234" }]))).toEqual([
      404,
      "settings.blacklist.notFound",
    ]);
    expect((await list("alice")).data).toEqual([{ id, name: "Robo", number: "+1 416 555 0170" }]);
    expect((await server.send("DELETE", `${PATH}/${id}`, "alice")).body).toEqual({ success: true });
    expect(await outcome(server.send("DELETE", `${PATH}/${id}`, "alice"))).toEqual([
      404,
      "settings.blacklist.notFound",
    ]);
    expect(await outcome(server.send("DELETE", `${PATH}/x`, "alice"))).toEqual([400, "request.invalid"]);
  });

  it("BLACKLIST-2 a number is required and must be valid; a name is short, by default the number", async () => {
    const of = (number: unknown, name?: unknown) =>
      outcome(add("bob", { number, ...(name === undefined ? {} : { name }) }));
    expect(await of("  ")).toEqual([400, "settings.blacklist.required"]);
    for (const wrong of ["abc", "*76", "55#1", "<img src=x>", "1' or '1'='1", "=1+1", "\u202e911", "+"])
      expect(await of(wrong), wrong).toEqual([400, "settings.blacklist.invalid"]);
    // Swindlers use this number as their caller id.
    expect(await of("9-1-1")).toEqual([200, "done"]);
    expect(await of("5551234", "n".repeat(101))).toEqual([400, "settings.blacklist.name"]);
    for (const type of [null, 5551234, ["5551234"], "1".repeat(65)])
      expect(await of(type)).toEqual([400, "request.invalid"]);
    expect(await of("5551234", { first: "x" })).toEqual([400, "request.invalid"]);
    const { body } = await add("bob", { number: "107" });
    expect(body).toMatchObject({ name: "107", number: "107" });
    const hostile = { name: "<script>alert(1)</script>'; drop table blacklists; --", number: "555 1235" };
    expect((await add("bob", hostile)).body).toMatchObject(hostile);
  });

  it("BLACKLIST-3 a number is in the list only once, in any notation", async () => {
    expect(await outcome(add("carol", { name: "A", number: "+14165550180" }))).toEqual([200, "done"]);
    for (const same of ["4165550180", "(416) 555-0180", "1 416 555 0180", "0014165550180"])
      expect(await outcome(add("carol", { name: "B", number: same })), same).toEqual([
        409,
        "settings.blacklist.exists",
      ]);
    expect(await outcome(add("carol", { name: "ext", number: "107" }))).toEqual([200, "done"]);
    expect(await outcome(add("carol", { name: "ext", number: "10 7" }))).toEqual([409, "settings.blacklist.exists"]);
  });

  it("BLACKLIST-4 many entries are saved together, all or none; entries without name or number are dropped, other entries stay", async () => {
    await add("dave", { name: "Old", number: "5550001000" });
    const [old] = (await list("dave")).data;
    const { status } = await save("dave", [
      { id: old?.id, name: "New", number: "5550001001" },
      { name: "Two", number: "5550001002" },
      { name: "", number: "5550001003" },
      { name: "No number" },
      { number: "5550001004" },
      { name: null, number: null },
      {},
    ]);
    expect(status).toBe(200);
    expect((await list("dave")).data.map(({ name, number }) => `${name} ${number}`)).toEqual([
      "New 5550001001",
      "Two 5550001002",
    ]);
    await save("dave", [{ name: "Renamed", number: "+1 555 000 1002" }]);
    expect((await list("dave")).data.map(({ name }) => name)).toEqual(["New", "Renamed"]);
    const wrong = [
      { name: "Good", number: "5550001009" },
      { name: "Bad", number: "x" },
    ];
    expect(await outcome(save("dave", wrong))).toEqual([400, "settings.blacklist.invalid"]);
    const clash = [{ id: old?.id, name: "Clash", number: "5550001002" }];
    expect(await outcome(save("dave", clash))).toEqual([409, "settings.blacklist.exists"]);
    expect((await list("dave")).total).toBe(2);
    for (const type of [null, "x", [null], [["a"]], { length: 1 }, Array(2_001).fill({})])
      expect(await outcome(save("dave", type))).toEqual([400, "request.invalid"]);
  });

  it("BLACKLIST-2 the list has at most 1,000 entries, is sorted by name, and can be searched and paged", async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      name: `N${String(at).padStart(4, "0")}`,
      number: `555${1_000_000 + at}`,
    }));
    expect((await save("grace", many.slice(0, 500))).status).toBe(200);
    expect((await save("grace", many.slice(500))).status).toBe(200);
    expect(await outcome(add("grace", { name: "One more", number: "107" }))).toEqual([
      409,
      "settings.blacklist.tooMany",
    ]);
    const page = await list("grace", "?start=998&limit=5");
    expect([page.total, page.data.map(({ name }) => name)]).toEqual([1_000, ["N0998", "N0999"]]);
    expect((await list("grace", "?search=n0007")).data.map(({ number }) => number)).toEqual(["5551000007"]);
    expect((await list("grace", "?search=%25")).total).toBe(0);
  });
});
