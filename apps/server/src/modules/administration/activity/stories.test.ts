import { endpoints } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const BASE = "/api/v1/administration/activity/stories";
const COMPANY = `
realm: demo
groups:
  - { name: lookers, permissions: [administration:show_activity] }
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [lookers] }
`;

describe("the story of a call", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer({ takesMessages: false });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });
  const list = async (who: string) => endpoints.listCallStories.response.parse((await server.get(BASE, who)).body).data;
  /** Alice calls Bob, who answers; she hangs up. */
  const talk = async () => {
    const [alice, bob] = [await sockets.registered("alice"), await sockets.registered("bob")];
    const call = alice.call("102");
    await (await bob.incoming()).answer();
    await call.until("talking");
    call.hangUp();
    await expect.poll(async () => (await list("grace"))[0]?.ended_at).not.toBeNull();
    await expect.poll(async () => (await list("grace")).length).toBe(1);
    return (await list("grace"))[0]?.id ?? "";
  };
  const download = async (id: string, form: string, who: string) => {
    const { access_token: token } = await server.signIn(who);
    return server.app.inject({ url: `${BASE}/${id}/${form}`, headers: bearer(token) });
  };

  it("STORY-1 STORY-2 STORY-5 the messages of both phones are shown in order, without bodies and secrets", async () => {
    const id = await talk();
    const story = endpoints.getCallStory.response.parse((await server.get(`${BASE}/${id}`, "grace")).body);
    expect([story.from.number, story.to.number, story.status]).toEqual(["101", "102", 200]);
    expect(story.lanes).toEqual([
      { address: "127.0.0.1", dropped: 0 },
      { address: "127.0.0.1", dropped: 0 },
    ]);
    const ladder = story.messages.map(({ lane, way, first }) => `${lane} ${way} ${first.replace(/sip:\S+ /, "")}`);
    expect(ladder).toContain("0 in INVITE SIP/2.0");
    expect(ladder).toContain("1 out INVITE SIP/2.0");
    expect(ladder.indexOf("0 in INVITE SIP/2.0")).toBeLessThan(ladder.indexOf("1 out INVITE SIP/2.0"));
    expect(ladder.some((one) => one.startsWith("0 in BYE"))).toBe(true);
    expect(ladder.some((one) => one.includes("REGISTER"))).toBe(false);
    const whole = JSON.stringify(story);
    for (const secret of ["Digest ", "nonce=", "v=0", "a=fingerprint", "ice-pwd"]) expect(whole).not.toContain(secret);
  });

  it("STORY-4 a user who may not see both parties has no story; others are refused", async () => {
    const id = await talk();
    expect(await list("hiro")).toEqual([]);
    for (const path of [id, `${id}/text`, `${id}/pcap`]) {
      expect((await server.get(`${BASE}/${path}`, "hiro")).status).toBe(404);
      expect((await server.get(`${BASE}/${path}`, "carol")).status).toBe(403);
    }
    expect((await server.get(`${BASE}/none`, "grace")).status).toBe(404);
    const { body } = await server.get("/api/v1/administration/audit?area=activity", "grace");
    expect(JSON.stringify(body)).not.toContain("storyDownloaded");
  });

  it("STORY-5 STORY-6 it is downloaded as text and as a capture, each with a line of the audit log", async () => {
    const id = await talk();
    const text = await download(id, "text", "grace");
    expect(text.headers["content-disposition"]).toContain("call.txt");
    expect(text.body).toMatch(/127\.0\.0\.1 -> callpanel\r\nINVITE /);
    const capture = (await download(id, "pcap", "grace")).rawPayload;
    expect(capture.readUInt32BE(0)).toBe(0xa1_b2_c3_d4);
    const packets = packetsOf(capture);
    const story = endpoints.getCallStory.response.parse((await server.get(`${BASE}/${id}`, "grace")).body);
    expect(packets.map(({ payload }) => payload)).toEqual(story.messages.map((one) => one.text));
    expect(packets[0]).toMatchObject({ from: "127.0.0.1:40000", to: "192.0.2.1:5060" });
    const { body } = await server.get("/api/v1/administration/audit?area=activity", "grace");
    const lines = JSON.stringify(body);
    for (const part of ["activity.storyDownloaded", id, "pcap", "text"]) expect(lines).toContain(part);
  });

  it("STORY-8 STORY-9 calls that were not measured are not among those with the worst sound; the list says how many servers there are", async () => {
    await talk();
    const ordered = async (order: string) =>
      endpoints.listCallStories.response.parse((await server.get(`${BASE}?order=${order}`, "grace")).body);
    const byTime = await ordered("time");
    const measured = byTime.data.filter(({ sound }) => sound !== null);
    expect((await ordered("sound")).data).toEqual(measured);
    expect((await server.get(`${BASE}?order=name`, "grace")).status).toBe(400);
    expect(byTime.servers).toBe(1);
    await server.stores.instances.begin("another", { ms: 60_000, alone: false });
    expect((await ordered("time")).servers).toBe(2);
  });

  it("STORY-3 a story ends after its time", async () => {
    const id = await talk();
    server.clock.leap(25 * 3_600_000);
    // Her first sign-in has ended too.
    expect((await download(id, "text", "grace")).statusCode).toBe(404);
  });
});

/** Reads a capture of raw IPv4 packets, with their checksums. */
function packetsOf(capture: Buffer) {
  const packets = [];
  for (let at = 24; at < capture.length;) {
    const length = capture.readUInt32BE(at + 8);
    const ip = capture.subarray(at + 16, at + 16 + length);
    let sum = 0;
    for (let word = 0; word < 20; word += 2) sum += ip.readUInt16BE(word);
    while (sum > 0xff_ff) sum = (sum & 0xff_ff) + (sum >>> 16);
    expect([sum, ip.readUInt16BE(2), ip.readUInt16BE(24)]).toEqual([0xff_ff, length, length - 20]);
    packets.push({
      from: `${ip.subarray(12, 16).join(".")}:${ip.readUInt16BE(20)}`,
      to: `${ip.subarray(16, 20).join(".")}:${ip.readUInt16BE(22)}`,
      payload: ip.subarray(28).toString("utf8"),
    });
    at += 16 + length;
  }
  return packets;
}
