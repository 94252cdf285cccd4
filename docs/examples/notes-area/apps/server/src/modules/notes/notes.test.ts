import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const alice = await server.stores.users.byUsername("alice");
  await server.stores.company.atomically((company) =>
    company.setPermissions(alice?.id ?? 0, [
      { module: "notes", rule: "read" },
      { module: "notes", rule: "write" },
    ]),
  );
});
afterAll(() => server.remove());

const add = (text: string) => server.send("POST", "/api/v1/notes", "alice", { text });

it("a person adds notes and lists them", async () => {
  expect((await add("Call Bob")).status).toBe(200);
  expect(await server.get("/api/v1/notes", "alice")).toMatchObject({
    status: 200,
    body: { data: [{ text: "Call Bob" }] },
  });
});

it("more notes than the limit are refused", async () => {
  await add("two");
  await add("three");
  expect(await add("four")).toMatchObject({ status: 409, body: { code: "notes.tooMany", details: { limit: 3 } } });
});

it("without the right, notes are refused", async () => {
  expect(await server.get("/api/v1/notes", "bob")).toMatchObject({ status: 403 });
});
