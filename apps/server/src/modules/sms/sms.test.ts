import { errorBodySchema, listSmsDids, listSmsToEmail, type SmsDid } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

let server: TestServer;
let owner: string;
let dids: readonly SmsDid[];
beforeAll(async () => {
  server = await createTestServer();
  for (const username of ["alice", "bob", "carol"]) {
    const { data } = listSmsDids.response.parse((await server.get("/api/v1/sms/list_dids", username)).body);
    if (data.length > 0 && owner === undefined) [owner, dids] = [username, data];
  }
});
afterAll(() => server.remove());

const listed = async (username: string) =>
  listSmsToEmail.response.parse((await server.get("/api/v1/sms/sms_to_email", username)).body).data;
const set = (username: string, ...rows: readonly object[]) =>
  server.send("POST", "/api/v1/sms/set_sms_to_email", username, { sms_to_emails: rows });

describe("text messages by e-mail", () => {
  it("ACCOUNT-30 a person's own numbers with text messages, off by default", async () => {
    expect(dids.length).toBeGreaterThan(0);
    expect(await listed(owner)).toEqual(dids.map(({ id }) => ({ did_id: id, enabled: false, emails: [] })));
    expect(await listed("dave")).toEqual([]);
    for (const path of ["list_dids", "sms_to_email"])
      expect((await server.get(`/api/v1/sms/${path}`, "erin")).status).toBe(403);
  });

  it("ACCOUNT-31 e-mail addresses can be set only for a person's own numbers", async () => {
    const row = { did_id: dids[0]?.id ?? 0, enabled: true, emails: ["a@example.com", "b@example.com"] };
    expect((await set(owner, row)).status).toBe(200);
    expect((await listed(owner))[0]).toEqual(row);
    for (const [who, did_id] of [
      ["dave", row.did_id],
      [owner, 999_999],
    ] as const) {
      const { status, body } = await set(who, { ...row, did_id });
      expect([status, errorBodySchema.parse(body).code]).toEqual([400, "sms.unknownDid"]);
    }
    expect((await set("erin", row)).status).toBe(403);
    for (const emails of [
      ["nobody"],
      ["a@example.com\r\nBcc: x@example.com"],
      [],
      Array.from({ length: 11 }, (_, n) => `a${n}@example.com`),
    ])
      expect((await set(owner, { ...row, emails })).status, JSON.stringify(emails)).toBe(400);
    expect((await set(owner, { emails: ["a@example.com"], enabled: true })).status).toBe(400);
    expect((await set(owner, { ...row, enabled: false, emails: [] })).status).toBe(200);
    expect((await listed(owner))[0]).toEqual({ ...row, enabled: false, emails: [] });
  });
});
