import { endpoints, errorBodySchema, type Contact, CONTACT_IMAGE_MAX_BYTES, contactForm } from "@callpanel/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { colourAt, hugePng, twoColours } from "../../../test/files/picture-files.ts";
import { CONTACTS, draft, saveContact, sendForm } from "../../../test/files/contact-forms.ts";
import { bitmap } from "../../../test/files/bitmap-files.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.remove());

const imageOf = async ({ image_url }: Contact) => server.app.inject({ url: image_url ?? "/nowhere" });
const RED = [250, 10, 10];
const isNear = (colour: readonly number[], wanted: readonly number[]) =>
  colour.every((part, at) => Math.abs(part - (wanted[at] ?? 0)) < 25);

describe("contact pictures", () => {
  it("CONTACT-20 a picture has a URL that cannot be guessed, that changes with it and ends with it", async () => {
    const none = await saveContact(server, "alice");
    expect([none.has_image, none.image_url]).toEqual([false, null]);
    const first = await saveContact(server, "alice", { id: none.id, image: await twoColours(300, 200).file("png") });
    expect(first.has_image).toBe(true);
    expect(first.image_url).toMatch(/^\/api\/v1\/contacts\/\d+\/image\?key=[0-9a-f]{32}$/);
    for (const [size, pixels] of [
      ["", 256],
      ["&size=64", 64],
    ] as const) {
      const answer = await server.app.inject({ url: `${first.image_url}${size}` });
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
      expect(answer.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: pixels, height: pixels });
      const again = await server.app.inject({
        url: `${first.image_url}${size}`,
        headers: { "if-none-match": String(answer.headers.etag) },
      });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
    expect((await server.app.inject({ url: `${CONTACTS}/${first.id}/image?key=${"0".repeat(32)}` })).statusCode).toBe(
      404,
    );

    const kept = await saveContact(server, "alice", { id: none.id, last_name: "Zorn" });
    expect(kept.image_url).toBe(first.image_url);
    const second = await saveContact(server, "alice", { id: none.id, image: await twoColours(90, 90).file("jpeg") });
    expect(second.image_url).not.toBe(first.image_url);
    expect((await imageOf(first)).statusCode).toBe(404);
    const removed = await sendForm(server, "alice", {
      id: none.id,
      fields: { ...contactForm(draft()), remove_image: true },
    });
    expect(endpoints.updateContact.response.parse(removed.json())).toMatchObject({ has_image: false, image_url: null });
    expect((await imageOf(second)).statusCode).toBe(404);
  });

  it("CONTACT-19 of two people who save the same version with a picture at the same moment, one is refused", async () => {
    const { id, version } = await saveContact(server, "alice");
    const image = await twoColours(300, 200).file("png");
    const save = (username: string) =>
      sendForm(server, username, { id, image, fields: { ...contactForm(draft()), ...(version && { version }) } });
    const answers = await Promise.all([save("alice"), save("bob")]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it("CONTACT-2 CONTACT-20 with a token, everyone who may see the contact sees its picture", async () => {
    const own = await saveContact(server, "alice", { is_personal: true, image: await twoColours(90, 90).file("png") });
    const statusFor = async (username: string) => {
      const { access_token } = await server.signIn(username);
      return (await server.app.inject({ url: `${CONTACTS}/${own.id}/image?date=1`, headers: bearer(access_token) }))
        .statusCode;
    };
    expect([await statusFor("alice"), await statusFor("bob")]).toEqual([200, 404]);
  });

  it.each([1, 4, 8, 16, 24, 32] as const)("CONTACT-21 a BMP with %i bits is converted", async (bits) => {
    const contact = await saveContact(server, "alice", { image: bitmap({ bits, width: 50, height: 30 }) });
    const { rawPayload } = await imageOf(contact);
    expect(isNear(await colourAt(rawPayload, 20, 20), RED)).toBe(true);
    expect(isNear(await colourAt(rawPayload, 236, 236), [10, 10, 250])).toBe(true);
  });

  it("CONTACT-21 a BMP stored from the top and one with masks are read correctly", async () => {
    for (const parts of [{ fromTop: true }, { masks: [0x1f, 0x7e0, 0xf800] as const, bits: 16 as const }]) {
      const contact = await saveContact(server, "alice", {
        image: bitmap({ bits: 24, width: 50, height: 30, ...parts }),
      });
      expect(isNear(await colourAt((await imageOf(contact)).rawPayload, 20, 20), RED)).toBe(true);
    }
  });

  it("CONTACT-21 an invalid picture is reported at its field", async () => {
    const files: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["text", Buffer.from("not a picture")],
      ["gif", await twoColours(20, 20).file("gif")],
      ["webp", await twoColours(20, 20).file("webp")],
      ["svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
      ["huge png", hugePng(20_000, 20_000)],
      ["cut off", (await twoColours(300, 300).file("jpeg")).subarray(0, 400)],
      ["cut-off bmp", bitmap({ bits: 24, width: 50, height: 30 }).subarray(0, 600)],
      ["bmp alone", Buffer.from("BM")],
      ["huge bmp", bitmap({ bits: 1, width: 50, height: 30, said: { width: 60_000, height: 60_000 } })],
      ["flat bmp", bitmap({ bits: 24, width: 50, height: 30, said: { width: 0, height: 0 } })],
      ["negative bmp", bitmap({ bits: 24, width: 50, height: 30, said: { width: -50, height: -2_147_483_648 } })],
      ["far bmp", bitmap({ bits: 8, width: 50, height: 30, pixelsAt: 0xffff_fff0 })],
      ["run-length bmp", bitmap({ bits: 8, width: 50, height: 30, compression: 1 })],
    ];
    for (const [name, image] of files) {
      const answer = await sendForm(server, "alice", { fields: { ...contactForm(draft()) }, image });
      const { code, details } = errorBodySchema.parse(answer.json());
      expect([name, answer.statusCode, code, details]).toEqual([
        name,
        422,
        "contacts.invalid",
        { image: "contacts.field.image" },
      ]);
    }
    const answer = await sendForm(server, "alice", {
      fields: { ...contactForm(draft()) },
      image: Buffer.alloc(CONTACT_IMAGE_MAX_BYTES + 1),
    });
    expect(errorBodySchema.parse(answer.json()).details).toEqual({ image: "contacts.field.imageLarge" });
  });
});
