import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listVoicemails } from "@callpanel/contract";
import { readRecording } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bearer, createTestServer, createTestClock, type TestServer } from "../../../test/test-server.ts";

const demoSoundsDir = new URL("../../../demo", import.meta.url).pathname;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("the demo company", () => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    clock.leap(Date.UTC(2026, 10, 21));
    server = await createTestServer({ demo: true, demoSoundsDir, clock });
  });
  afterAll(() => server.remove());

  const list = async (username: string, folder = "all") => {
    const { body } = await server.get(`/api/v1/voicemails?folder=${folder}`, username);
    return z.parse(listVoicemails.response, body);
  };

  it("VM-61 Alice has messages of all kinds, Bob has two, from the days before the first start", async () => {
    const { total, unread, data } = await list("alice");
    expect([total, unread]).toEqual([7, 3]);
    expect(data.map(({ dir }) => dir)).toEqual([
      ...Array.from({ length: 3 }, () => "101/INBOX"),
      ...Array.from({ length: 3 }, () => "101/Old"),
      "101/Family",
    ]);
    const [newest, french] = data;
    expect(newest).toMatchObject({ callerid: '"Grace Gyamfi" <107>', duration: 9 });
    expect(clock.now() - (newest?.origtime ?? 0)).toBeLessThan(HOUR_MS);
    expect(french?.transcription).toMatch(/^Bonjour, ici Marguerite/);
    expect(data.filter(({ favorite }) => favorite).map(({ caller_name }) => caller_name)).toEqual(["Carol Chen"]);
    expect(Math.max(...data.map(({ duration }) => duration))).toBeGreaterThanOrEqual(60);
    for (const { transcription, transcription_summary, transcription_category } of data)
      expect([transcription, transcription_summary, transcription_category]).not.toContain(null);
    const archived = (await list("alice", "archived")).data;
    expect(archived.map(({ archive_name }) => archive_name)).toEqual(["Offer for the new desks"]);
    expect(clock.now() - (archived[0]?.origtime ?? 0)).toBeGreaterThan(30 * DAY_MS);
    expect((await list("bob")).data.map(({ isRead }) => isRead)).toEqual([false, true]);
    expect((await list("carol")).total).toBe(0);
  });

  it("VM-64 a server with a limit of days removes older messages by itself", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    const earlier = createTestClock();
    earlier.leap(Date.UTC(2026, 10, 21));
    const first = await createTestServer({ demo: true, demoSoundsDir, clock: earlier, dataDir });
    await first.stop();
    const later = createTestClock();
    later.leap(Date.UTC(2026, 10, 21));
    const second = await createTestServer({ dataDir, clock: later, keepMessagesDays: 7 });
    const dirs = async (folder = "all") => {
      // A new sign-in each time, because access tokens expire.
      const { access_token } = await second.signIn("alice");
      const url = `/api/v1/voicemails?folder=${folder}`;
      const { data } = z.parse(
        listVoicemails.response,
        (await second.app.inject({ url, headers: bearer(access_token) })).json(),
      );
      return data.map(({ dir, favorite }) => `${dir}${favorite ? " favorite" : ""}`);
    };
    const left = ["101/INBOX", "101/INBOX", "101/INBOX", "101/Old", "101/Old", "101/Old favorite"];
    await expect.poll(() => dirs()).toEqual(left);
    later.leap(6 * DAY_MS);
    await later.skip(HOUR_MS);
    await expect.poll(() => dirs()).toEqual([...left.slice(0, 2), "101/Old favorite"]);
    expect(await dirs("archived")).toEqual(["101/Archive"]);
    await second.remove();
  });

  it("VM-61 each has its sound, with the length in the list, and with no other holder", async () => {
    const { access_token } = await server.signIn("alice");
    for (const { id, duration } of (await list("alice")).data) {
      const url = `/api/v1/voicemails/${id}/download?format=ogg`;
      const { statusCode, rawPayload } = await server.app.inject({ url, headers: bearer(access_token) });
      expect(statusCode).toBe(200);
      expect(Math.abs(readRecording(rawPayload).durationMs / 1_000 - duration)).toBeLessThan(1);
      await server.send("DELETE", `/api/v1/voicemails/${id}`, "alice");
    }
    const [kept] = (await list("alice", "archived")).data;
    await server.send("DELETE", `/api/v1/voicemails/${kept?.id}`, "alice");
    const alice = await server.stores.users.byUsername("alice");
    expect(await server.sounds.used(`box:${alice?.id}`)).toBe(0);
  });
});
