import { writeFileSync } from "node:fs";
import {
  boxGreetingSchema,
  errorBodySchema,
  GREETING_MAX_BYTES,
  voicemailBoxSchema,
  watchVoicemailBoxes,
  type Permission,
} from "@callpanel/contract";
import { bundleForNode, tonePcm, wavFile } from "@callpanel/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { leaveMessage } from "../../../../test/voicemails.ts";
import { SpeechRefusal, type Speech, type SpeechOrder } from "../../speech/index.ts";
import { verifyPassword } from "../../users/index.ts";

const RATE = 16_000;
const toneWav = (frequencyHz: number, seconds = 1) =>
  Uint8Array.from(
    wavFile(tonePcm({ frequencyHz, amplitude: 0.5 }, { sampleRate: RATE, samples: seconds * RATE }), RATE),
  );

/** Speaks tones; understands and translates only English. */
function createEngines() {
  const orders: SpeechOrder[] = [];
  const isEnglish = (language: string): boolean => language.startsWith("en");
  const engines: Speech = {
    textToSpeech: {
      engine: "tones",
      voices: async () => [{ name: "low", languages: ["en-CA"], gender: "male" }],
      speak: async (order, { path }) => {
        orders.push(order);
        if (order.voice === "none") throw new SpeechRefusal("voice", "there is no such voice");
        writeFileSync(path, toneWav(700));
      },
    },
    speechToText: { engine: "ears", understands: isEnglish, transcribe: async () => "" },
    textAnalysis: undefined,
    translation: {
      engine: "tongue",
      canTranslate: ({ from, to }) => isEnglish(from) && ["es", "fr"].includes(to),
      translate: async () => "",
    },
  };
  return { engines, orders };
}

describe("voicemail boxes", () => {
  let server: TestServer;
  let alice: number;
  let bob: number;
  let dave: number;
  const { engines, orders } = createEngines();
  beforeAll(async () => {
    const worker = new URL("../../../adapters/sounds/conversion/conversion.worker.ts", import.meta.url);
    server = await createTestServer({ conversionUrl: await bundleForNode(worker), engines });
    const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
    [alice, bob, dave] = [await idOf("alice"), await idOf("bob"), await idOf("dave")];
  });
  afterAll(() => server.remove());

  const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
    status,
    status < 400 ? "" : errorBodySchema.parse(body).code,
  ];
  const box = async (id = alice, username = "alice") =>
    voicemailBoxSchema.parse((await server.get(`/api/v1/voicemail_boxes/${id}`, username)).body);
  const change = (change: object, id = alice, username = "alice") =>
    server.send("PUT", `/api/v1/voicemail_boxes/${id}`, username, change);
  const greeting = async (type: string, username = "alice") =>
    boxGreetingSchema.parse((await server.get(`/api/v1/voicemail_boxes/${alice}/${type}`, username)).body);
  const upload = async (type: string, bytes: Uint8Array<ArrayBuffer>, username = "alice") => {
    const form = new FormData();
    form.set("file", new Blob([bytes], { type: "audio/wav" }), "greeting.wav");
    const request = new Request("http://localhost/", { method: "PUT", body: form });
    const { access_token } = await server.signIn(username);
    const answer = await server.app.inject({
      method: "PUT",
      url: `/api/v1/voicemail_boxes/${alice}/${type}`,
      headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };
  const speak = (type: string, body: object) =>
    server.send("PUT", `/api/v1/voicemail_boxes/${alice}/${type}/tts`, "alice", body);
  const hear = async (id: string | undefined, username = "alice") => {
    const { access_token } = await server.signIn(username);
    const url = `/api/v1/voicemails/${id}/download?format=ogg`;
    return (await server.app.inject({ url, headers: bearer(access_token) })).statusCode;
  };
  const grant = (...permissions: readonly Permission[]) =>
    server.stores.company.atomically((company) => company.setPermissions(dave, permissions));

  it("VM-31 a box exists with its defaults, and lists the available engines", async () => {
    expect(await box()).toMatchObject({
      mailbox: "101",
      has_password: false,
      attach: "no",
      transcript: "yes",
      engines: { transcript: true, summarize: false, categorize: false, translate: true, speak: true },
      translation_languages: ["fr", "es"],
      messages: 0,
      max_messages: 100_000,
    });
  });

  it("VM-33 given fields are changed and the others stay; mail needs an address, deletion needs the sound attached", async () => {
    for (const wrong of [{ attach: "yes" }, { deletevm: "yes" }, { email: "", attach: "yes" }])
      expect(codeOf(await change(wrong)), JSON.stringify(wrong)).toEqual([422, "vmail.box.emailNeeded"]);
    expect((await change({ email: "alice@example.com", attach: "yes", envelope: "no" })).status).toBe(200);
    expect(codeOf(await change({ attach: "no", deletevm: "yes" }))).toEqual([422, "vmail.box.deleteNeedsAttach"]);
    expect(codeOf(await change({ email: "" }))).toEqual([422, "vmail.box.emailNeeded"]);
    expect((await change({ deletevm: "yes", language: "en" })).status).toBe(200);
    expect(codeOf(await change({ translation_language: "tlh" }))).toEqual([422, "vmail.box.language"]);
    expect((await change({ translation_language: "es", translate: "yes" })).status).toBe(200);
    for (const pager of ["call me", "a@b@c", "<x>"])
      expect(codeOf(await change({ pagerdest: pager })), pager).toEqual([400, "vmail.pager"]);
    for (const pager of ["+1 (416) 555-0100", "pager@example.com", ""])
      expect((await change({ pagerdest: pager })).status, pager).toBe(200);
    expect(codeOf(await change({ email: "not an address" }))).toEqual([400, "request.invalid"]);
    expect(await box()).toMatchObject({
      email: "alice@example.com",
      attach: "yes",
      deletevm: "yes",
      envelope: "no",
      translation_language: "es",
      translate: "yes",
    });
    expect((await change({ language: "fr" })).body).toMatchObject({ engines: { transcript: false, translate: false } });
    await change({ language: "en" });
  });

  it("VM-40 a PIN follows the rules, is stored as a hash, and is never returned", async () => {
    const { body } = await server.get("/api/v1/voicemail_boxes/password_restrictions", "alice");
    expect(body).toMatchObject({ min_length: 4, max_length: 10, no_sequence: true });
    for (const [pin, code, sentence] of [
      ["12a4", "vmail.pin.digits", "A PIN has digits only"],
      ["123", "vmail.pin.length", "A PIN has 4 to 10 digits"],
      ["12345678901", "vmail.pin.length", "A PIN has 4 to 10 digits"],
      ["3456", "vmail.pin.sequence", "A PIN can’t count up or down"],
      ["9876", "vmail.pin.sequence", "A PIN can’t count up or down"],
      ["7777", "vmail.pin.repetition", "A PIN can’t be one repeated digit"],
      ["41013", "vmail.pin.extension", "A PIN can’t contain your extension"],
    ] as const) {
      const refused = await change({ password: pin });
      expect([refused.status, errorBodySchema.parse(refused.body)], pin).toMatchObject([
        400,
        { code, error_description: sentence },
      ]);
    }
    expect((await change({ password: "2580" })).body).toMatchObject({ has_password: true });
    expect((await change({ password: "" })).body).toMatchObject({ has_password: true });
    const hash = (await server.stores.voicemail.box(alice))?.pinHash ?? "";
    expect([await verifyPassword(hash, "2580"), await verifyPassword(hash, "2581")]).toEqual([true, false]);
    expect(JSON.stringify((await server.get(`/api/v1/voicemail_boxes/${alice}`, "alice")).body)).not.toContain(hash);
  });

  it("VM-30 another person's box needs a right on that person", async () => {
    const on = (rule: string): Permission => ({ module: "voicemail_boxes", rule, targets: [String(bob)] });
    const get = (id: number) => server.get(`/api/v1/voicemail_boxes/${id}`, "dave");
    await grant();
    expect((await get(bob)).status).toBe(403);
    await grant(on("read_for"));
    expect((await get(bob)).body).toMatchObject({ mailbox: "102", may_write: false });
    expect((await change({ language: "fr" }, bob, "dave")).status).toBe(403);
    await grant(on("read_for"), on("write_for"));
    expect((await change({ language: "fr" }, bob, "dave")).body).toMatchObject({ language: "fr", may_write: true });
    expect((await get(alice)).status).toBe(403);
    await grant();
  });

  it("VM-34 the user's own box is listed first, then those that the user may list, with the number of unread messages", async () => {
    await leaveMessage(server, { boxId: bob });
    const watched = async (username: string) =>
      watchVoicemailBoxes.response.parse((await server.get("/api/v1/voicemail_boxes/can_watch_users", username)).body);
    expect((await watched("alice")).data).toMatchObject([{ username: "alice", unread: 0, may_read: true }]);
    await grant({ module: "voicemails", rule: "list_for", targets: [String(bob)] });
    expect((await watched("dave")).data).toMatchObject([
      { username: "dave", unread: 0, may_read: true, may_write: true },
      { username: "bob", voicemail_box_id: bob, unread: 1, may_read: false, may_write: false },
    ]);
    await grant();
  });

  it("VM-35 a greeting can be uploaded, played and reset; a file that is not WAV, truncated or too large is refused", async () => {
    expect(await greeting("busy")).toEqual({ type: "busy", greeting: null, archived: [], may_write: true });
    expect((await upload("busy", toneWav(500))).status).toBe(200);
    const first = (await greeting("busy")).greeting;
    expect(first).toMatchObject({ duration: 1, archive_name: null, text: null });
    expect(await hear(first?.id)).toBe(200);
    const wav = toneWav(600);
    const bad: ReadonlyArray<readonly [Uint8Array<ArrayBuffer>, number, string]> = [
      [Uint8Array.from(Buffer.from("ID3\u0004not a wav")), 422, "sounds.kind"],
      [wav.slice(0, wav.length / 2), 422, "sounds.cut"],
      [new Uint8Array(GREETING_MAX_BYTES + 1), 413, "sounds.tooLarge"],
      [new Uint8Array(0), 422, "sounds"],
    ];
    for (const [bytes, status, code] of bad) {
      const [answered, told] = codeOf(await upload("busy", bytes));
      expect([answered, String(told).startsWith(code)], `${String(told)} for ${code}`).toEqual([status, true]);
    }
    expect((await greeting("busy")).greeting).toEqual(first);
    await upload("busy", wav);
    const second = (await greeting("busy")).greeting;
    expect([await hear(first?.id), await hear(second?.id)]).toEqual([404, 200]);
    for (const username of ["bob", "erin"]) expect(await hear(second?.id, username)).not.toBe(200);
    expect((await upload("busy", wav, "bob")).status).toBe(403);
    const reset = await server.send("DELETE", `/api/v1/voicemail_boxes/${alice}/busy`, "alice");
    expect(boxGreetingSchema.parse(reset.body).greeting).toBeNull();
    expect(await server.sounds.used(`box:${alice}`)).toBe(0);
  });

  it("VM-36 a greeting can be spoken from text, with the requested voice, speed, pitch and volume", async () => {
    const spoken = await speak("unavail", { text: " I am <not> here ", voice: "low", speed: 1.5, pitch: 2, volume: 1 });
    expect(boxGreetingSchema.parse(spoken.body).greeting).toMatchObject({ text: "I am <not> here", duration: 1 });
    expect(orders.at(-1)).toEqual({
      text: "I am <not> here",
      textType: "text",
      language: "en-US",
      voice: "low",
      speed: 1.5,
      pitch: 12,
      volumeGainDb: 0,
    });
    const tts = `/api/v1/voicemail_boxes/${alice}/unavail/tts`;
    expect((await server.get(tts, "alice")).body).toEqual({
      available: true,
      voices: [{ id: "low", name: "low", language: "en-CA" }],
      text: "I am <not> here",
      voice: "low",
    });
    expect(codeOf(await speak("unavail", { text: "  " }))).toEqual([422, "vmail.greeting.textEmpty"]);
    expect(codeOf(await speak("unavail", { text: "x", voice: "none" }))).toEqual([400, "vmail.greeting.notSpoken"]);
    expect(codeOf(await speak("unavail", { text: "x", speed: 9 }))).toEqual([400, "request.invalid"]);
    await upload("unavail", toneWav(500));
    // The uploaded greeting is not the spoken one.
    expect(boxGreetingSchema.parse((await server.send("DELETE", tts, "alice")).body).greeting).not.toBeNull();
    await speak("unavail", { text: "Gone" });
    expect(boxGreetingSchema.parse((await server.send("DELETE", tts, "alice")).body).greeting).toBeNull();
  });

  it("VM-36 without an engine a greeting cannot be spoken, and the box says so", async () => {
    const mute = await createTestServer();
    const id = (await mute.stores.users.byUsername("alice"))?.id ?? 0;
    const answer = await mute.send("PUT", `/api/v1/voicemail_boxes/${id}/greet/tts`, "alice", { text: "Alice" });
    expect(codeOf(answer)).toEqual([503, "vmail.greeting.noSpeech"]);
    expect((await mute.get(`/api/v1/voicemail_boxes/${id}`, "alice")).body).toMatchObject({
      engines: { transcript: false, summarize: false, categorize: false, translate: false, speak: false },
      translation_languages: [],
    });
    await mute.remove();
  });

  it("VM-37 a greeting can be archived under a name, restored as any of the four, and removed", async () => {
    await upload("temp", toneWav(500));
    const { id = "" } = (await greeting("temp")).greeting ?? {};
    const put = (action: string, body: object, username = "alice") =>
      server.send("PUT", `/api/v1/voicemails/${id}/${action}`, username, body);
    expect((await put("archive", { name: "  " })).status).toBe(400);
    expect(codeOf(await put("restore", { folder: "busy" }))).toEqual([409, "vmail.notArchived"]);
    expect((await put("archive", { name: "Holidays" }, "bob")).status).toBe(404);
    expect((await put("archive", { name: " Holidays " })).body).toEqual({ success: true, voicemail: null });
    expect(await greeting("temp")).toMatchObject({ greeting: null, archived: [{ id, archive_name: "Holidays" }] });
    expect((await put("restore", { folder: "inbox" })).status).toBe(400);
    expect((await put("restore", { folder: "greet" })).status).toBe(200);
    const restored = (await greeting("greet")).greeting;
    expect([await hear(id), await hear(restored?.id)]).toEqual([404, 200]);
    expect((await greeting("temp")).archived).toEqual([]);
    expect((await server.send("DELETE", `/api/v1/voicemails/${restored?.id}`, "alice")).status).toBe(200);
    expect([await hear(restored?.id), (await greeting("greet")).greeting]).toEqual([404, null]);
  });
});
