import { readFileSync, writeFileSync } from "node:fs";
import { endpoints, errorBodySchema, type Announcement } from "@callpanel/contract";
import { bundleForNode, tonePcm, wavFile } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { createPhoneAnnouncements } from "../../adapters/phone/embedded/index.ts";
import { openKnownPlaces } from "../../kernel/guard/known-places.ts";
import { createPinLock } from "../../kernel/guard/pin-lock.ts";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { rebuildSsml, SpeechRefusal, type SpeechOrder, type TextToSpeech } from "../speech/index.ts";

const COMPANY = `
realm: demo
groups:
  - { name: lister, permissions: ["announcements:list_for:1"] }
  - { name: keeper, permissions: ["announcements:list_for:1", "announcements:write_for:1"] }
users:
  - { username: lisa, first_name: Lisa, last_name: List, extension: 130, password: callpanel-demo, groups: [lister] }
  - { username: kate, first_name: Kate, last_name: Keep, extension: 131, password: callpanel-demo, groups: [keeper] }
`;
const PATH = "/api/v1/announcements";
const tone = (hz: number, seconds = 1): Buffer =>
  wavFile(tonePcm({ frequencyHz: hz, amplitude: 0.5 }, { sampleRate: 8_000, samples: 8_000 * seconds }), 8_000);

/** Speaks one tenth of a second for each letter of the text. */
function createTestEngine() {
  const orders: SpeechOrder[] = [];
  const engine: TextToSpeech = {
    engine: "Test voice",
    voices: async () => [{ name: "Ann", languages: ["en-US", "en-GB"], gender: "female" }],
    speak: async (order, { path }) => {
      if (order.textType === "ssml") rebuildSsml(order.text);
      if (order.voice === "nobody") throw new SpeechRefusal("voice", "there is no such voice");
      orders.push(order);
      writeFileSync(path, tone(440, order.text.length / 10));
    },
  };
  return { engine, orders };
}

let server: TestServer;
const { engine, orders } = createTestEngine();
beforeAll(async () => {
  server = await createTestServer({
    conversionUrl: await bundleForNode(
      new URL("../../adapters/sounds/conversion/conversion.worker.ts", import.meta.url),
    ),
    engines: { textToSpeech: engine },
  });
  await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
});
afterAll(() => server.remove());

const list = async (who: string, query = "") =>
  endpoints.listAnnouncements.response.parse((await server.get(`${PATH}${query}`, who)).body);
const read = (body: unknown): Announcement => endpoints.createAnnouncement.response.parse(body);
const add = async (fields: object): Promise<Announcement> =>
  read((await server.send("POST", PATH, "carol", { name: "Hours", pin: "1234", ...fields })).body);
const change = (id: number, fields: object, who = "carol") => server.send("PUT", `${PATH}/${id}`, who, fields);
const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  status < 400 ? "done" : errorBodySchema.parse(body).code,
];
const uploadAs = async (who: string, id: number, bytes: Uint8Array<ArrayBuffer>, name = "recording.wav") => {
  const form = new FormData();
  form.set("recording", new Blob([bytes], { type: "audio/wav" }), name);
  const request = new Request("http://localhost/", { method: "PUT", body: form });
  const { access_token } = await server.signIn(who);
  const answer = await server.app.inject({
    method: "PUT",
    url: `${PATH}/${id}/upload`,
    headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
};
const hear = async (who: string, id: number, headers: Readonly<Record<string, string>> = {}, query = "") => {
  const { access_token } = await server.signIn(who);
  return server.app.inject({ url: `${PATH}/${id}/stream${query}`, headers: { ...bearer(access_token), ...headers } });
};
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);

describe("announcements", () => {
  let first: Announcement;
  it("ANN-1 lists by name, in pages, and finds names and numbers in any case and without accents", async () => {
    first = await add({ number: "640", name: "Öffnungszeiten" });
    await add({ number: "641", name: "Directions" });
    await add({ number: "642", name: "Winter hours", lang: "fr" });
    expect((await list("alice")).data.map(({ name }) => name)).toEqual([
      "Directions",
      "Öffnungszeiten",
      "Winter hours",
    ]);
    expect(await list("alice", "?start=1&limit=1")).toMatchObject({
      success: true,
      total: 3,
      data: [{ number: "640" }],
    });
    expect((await list("alice", "?search=OFFNUNG")).data.map(({ id }) => id)).toEqual([first.id]);
    expect((await list("alice", "?search=642")).data).toMatchObject([{ lang: "fr" }]);
    expect((await list("alice", "?search=%25")).data).toEqual([]);
  });

  it("ANN-1 reading needs read, changing needs write, or the same right for the one announcement", async () => {
    expect(first.id).toBe(1);
    expect((await server.get(PATH, "erin")).status).toBe(403);
    for (const who of ["alice", "lisa", "erin"]) {
      expect(codeOf(await change(first.id, { name: "Mine" }, who))).toEqual([403, "request.forbidden"]);
      expect(codeOf(await server.send("POST", PATH, who, { number: "643", name: "Mine", pin: "1" }))[0]).toBe(403);
      expect(codeOf(await server.send("DELETE", `${PATH}/1`, who))[0]).toBe(403);
      expect((await uploadAs(who, 1, bytesOf(tone(440)))).status).toBe(403);
    }
    expect((await list("lisa")).data.map(({ id, may_write }) => [id, may_write])).toEqual([[1, false]]);
    expect((await list("kate")).data.map(({ id, may_write }) => [id, may_write])).toEqual([[1, true]]);
    expect(codeOf(await change(1, { pin: "4321" }, "kate"))).toEqual([200, "done"]);
    expect(codeOf(await change(2, { pin: "4321" }, "kate"))).toEqual([403, "request.forbidden"]);
    expect((await hear("lisa", 1)).statusCode).toBe(403);
    expect((await hear("kate", 2)).statusCode).toBe(404);
  });

  it("ANN-2 name and PIN are required, the PIN is digits and shown only to users who may write", async () => {
    for (const wrong of [{ pin: "" }, { pin: "12a4" }, { pin: "1234567890123" }, { name: " " }, { name: undefined }])
      expect(
        codeOf(await server.send("POST", PATH, "carol", { number: "644", name: "x", pin: "1", ...wrong })),
      ).toEqual([400, "request.invalid"]);
    expect((await list("alice", "?search=640")).data).toMatchObject([{ pin: "", may_write: false }]);
    expect((await list("carol", "?search=640")).data).toMatchObject([{ pin: "4321", may_write: true }]);
    const hostile = await change(2, { name: "<b>Directions</b>" });
    expect(hostile.body).toMatchObject({ name: "<b>Directions</b>" });
  });

  it("ANN-3 its number must be free: no extension, service, slot or emergency number; it can then be dialled", async () => {
    for (const number of ["101", "600", "701", "640", "911"])
      expect(codeOf(await server.send("POST", PATH, "carol", { number, name: "x", pin: "1" })), number).toEqual([
        409,
        "announcements.number",
      ]);
    const { body } = await server.get("/api/v1/contact/phone_numbers?search=directions", "alice");
    expect(body).toMatchObject({ data: [{ phoneNumber: "641", name: "<b>Directions</b>", label: "announcement" }] });
    const { id } = await add({ number: "645", name: "Short-lived" });
    expect(codeOf(await server.send("DELETE", `${PATH}/${id}`, "carol"))).toEqual([200, "done"]);
    expect(codeOf(await server.send("DELETE", `${PATH}/${id}`, "carol"))).toEqual([404, "announcements.notFound"]);
    expect(await add({ number: "645", name: "Anew" })).toMatchObject({ number: "645", duration: null });
  });

  it("ANN-4 a WAV is stored as Ogg Opus and played, completely, in part and as MP3; the old one is removed", async () => {
    expect((await hear("alice", 1)).json()).toMatchObject({ code: "announcements.noSound" });
    expect((await uploadAs("carol", 1, bytesOf(tone(440, 2)))).body).toMatchObject({ duration: 2, text_to_speech: "" });
    const [before] = await server.sounds.heldBy({ kind: "announcement", id: "1" });
    const whole = await hear("alice", 1);
    expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, "audio/ogg"]);
    const part = await hear("alice", 1, { range: "bytes=100-199" });
    expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(100, 200))]).toEqual([206, true]);
    const mp3 = await hear("alice", 1, {}, "?format=mp3&download=1");
    expect(mp3.headers["content-type"]).toBe("audio/mpeg");
    expect(mp3.headers["content-disposition"]).toContain('filename="Offnungszeiten.mp3"');
    expect((await uploadAs("carol", 1, bytesOf(mp3.rawPayload), "again.mp3")).status).toBe(200);
    const after = await server.sounds.heldBy({ kind: "announcement", id: "1" });
    expect([after.length, await server.sounds.find(before?.id ?? "")]).toEqual([1, undefined]);
  });

  it("ANN-4 a refused upload changes nothing", async () => {
    const before = (await hear("alice", 1)).rawPayload;
    const tooLarge = new Uint8Array(10 * 1_048_576 + 1);
    tooLarge.set(tone(440));
    for (const [bytes, status, code] of [
      [tone(440).subarray(0, 4_000), 422, "sounds.cut"],
      [Buffer.from("no sound at all"), 422, "sounds.unreadable"],
      [before, 422, "sounds.kind"],
      [Buffer.alloc(0), 422, "sounds.empty"],
      [tooLarge, 413, "sounds.tooLarge"],
    ] as const)
      expect(codeOf(await uploadAs("carol", 1, Uint8Array.from(bytes)))).toEqual([status, code]);
    expect((await hear("alice", 1)).rawPayload.equals(before)).toBe(true);
    expect(codeOf(await uploadAs("carol", 999, bytesOf(tone(440))))).toEqual([404, "announcements.notFound"]);
  });

  it("ANN-5 a text is spoken when it is saved, and again when it or its voice changes, not for other changes", async () => {
    const spoken = await add({
      number: "646",
      name: "Spoken",
      text_to_speech: "We are open from nine to five",
      ttsLanguage: "en-GB",
      voice_type: "Ann",
      speed: 1.25,
      pitch: -2,
      volume_gain_db: 3,
    });
    expect(spoken).toMatchObject({ duration: 3, text_type: "text", voice_type: "Ann" });
    expect(orders).toEqual([
      {
        text: "We are open from nine to five",
        textType: "text",
        language: "en-GB",
        voice: "Ann",
        speed: 1.25,
        pitch: -2,
        volumeGainDb: 3,
      },
    ]);
    await change(spoken.id, { name: "Said", pin: "9", lang: "fr", post_dest: "600" });
    expect(orders).toHaveLength(1);
    expect(
      (await change(spoken.id, { text_to_speech: "<speak>Closed today</speak>", text_type: "ssml" })).body,
    ).toMatchObject({ name: "Said", formatted_post_dest: "600 Support" });
    expect(orders.at(-1)).toMatchObject({ text: "<speak>Closed today</speak>", textType: "ssml", speed: 1.25 });
    await change(spoken.id, { speed: 1 });
    expect(orders).toHaveLength(3);
    expect(codeOf(await change(spoken.id, { text_to_speech: " " }))).toEqual([422, "announcements.textNeeded"]);
    expect(codeOf(await change(spoken.id, { voice_type: "nobody" }))).toEqual([422, "announcements.notSpoken"]);
    for (const text_to_speech of ["<speak>Closed", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>'])
      expect(codeOf(await change(spoken.id, { text_to_speech }))).toEqual([422, "announcements.markup"]);
    expect((await list("carol", "?search=646")).data).toMatchObject([{ voice_type: "Ann", speed: 1 }]);
    await uploadAs("carol", spoken.id, bytesOf(tone(440)));
    expect((await list("carol", "?search=646")).data).toMatchObject([{ text_to_speech: "", duration: 1 }]);
    expect(await server.sounds.heldBy({ kind: "announcement", id: String(spoken.id) })).toHaveLength(1);
  });

  it("ANN-5 a new announcement that cannot be spoken is not added", async () => {
    const fields = { number: "647", name: "x", pin: "1", text_to_speech: "hello", voice_type: "nobody" };
    expect(codeOf(await server.send("POST", PATH, "carol", fields))).toEqual([422, "announcements.notSpoken"]);
    expect((await list("carol", "?search=647")).total).toBe(0);
  });

  it("ANN-5 a preview can be played and is not stored; voices are listed with their languages", async () => {
    const { access_token } = await server.signIn("carol");
    const preview = (fields: object) =>
      server.app.inject({
        method: "POST",
        url: "/api/v1/announcement/preview_text_to_speech",
        headers: bearer(access_token),
        payload: fields,
      });
    const heard = await preview({ text_to_speech: "hi" });
    expect([heard.statusCode, heard.headers["content-type"], heard.rawPayload.toString("latin1", 0, 4)]).toEqual([
      200,
      "audio/wav",
      "RIFF",
    ]);
    expect((await preview({ text_to_speech: "" })).json()).toMatchObject({ code: "announcements.textNeeded" });
    expect((await preview({ text_to_speech: "x".repeat(5_001) })).statusCode).toBe(400);
    expect((await server.get("/api/v1/announcement/list_speech_voices", "alice")).body).toEqual({
      success: true,
      engine: "Test voice",
      data: [{ name: "Ann", language_codes: ["en-US", "en-GB"], ssml_gender: "FEMALE" }],
    });
  });

  it("ANN-7 it may lead to a number of the realm, not to other numbers and not to itself", async () => {
    for (const post_dest of ["199", "640", "4165550101"])
      expect(codeOf(await change(1, { post_dest }))[0], post_dest).toBeGreaterThanOrEqual(400);
    expect(codeOf(await change(1, { post_dest: "640" }))).toEqual([422, "announcements.postDestination"]);
    expect((await change(1, { post_dest: "102" })).body).toMatchObject({ formatted_post_dest: "102 Bob Brandt" });
    expect((await change(1, { post_dest: "" })).body).toMatchObject({ formatted_post_dest: "" });
  });
});

describe("the demo company", () => {
  it("ANN-11 has announcements with real sound, which telephones find by their numbers", async () => {
    const demoSoundsDir = new URL("../../../demo", import.meta.url).pathname;
    const demo = await createTestServer({ demo: true, demoSoundsDir });
    const { data } = endpoints.listAnnouncements.response.parse((await demo.get(PATH, "carol")).body);
    expect(data.map(({ number, pin, duration, lang }) => [number, pin, duration, lang])).toEqual([
      ["662", "1234", 6, "fr"],
      ["661", "1234", 8, "en"],
      ["660", "1234", 7, "en"],
    ]);
    const clock = { now: () => 0 };
    const known = await openKnownPlaces({ store: demo.stores.knownPlaces, clock, log: silentLog });
    const phones = createPhoneAnnouncements({
      announcements: demo.stores.announcements,
      sounds: demo.sounds,
      pinLock: createPinLock({ store: demo.stores.pinTries, known, clock }),
      promptsFolder: "/words",
    });
    const keyIn = (id: string) => phones.checkPin({ realm: "demo", id }, { pin: "1234", caller: "user 1" });
    const told = await phones.announcement("demo", "661");
    expect(told).toMatchObject({ language: "en", next: "600" });
    expect([await keyIn("661"), await keyIn("669")]).toEqual(["right", "wrong"]);
    expect(readFileSync(told?.sound ?? "").toString("latin1", 0, 4)).toBe("OggS");
    expect(await phones.announcement("demo", "669")).toBeUndefined();
    await demo.remove();
  });
});

describe("without a text-to-speech engine", () => {
  it("ANN-6 there are no voices, a text is refused, and everything else works", async () => {
    const silent = await createTestServer({ engines: { textToSpeech: undefined } });
    const voices = await silent.get("/api/v1/announcement/list_speech_voices", "alice");
    expect(voices.body).toEqual({ success: true, engine: null, data: [] });
    const fields = { number: "640", name: "x", pin: "1" };
    const refused = await silent.send("POST", PATH, "carol", { ...fields, text_to_speech: "hello" });
    expect(codeOf(refused)).toEqual([503, "announcements.noEngine"]);
    expect(codeOf(await silent.send("POST", PATH, "carol", fields))).toEqual([200, "done"]);
    await silent.remove();
  });
});
