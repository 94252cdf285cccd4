import { endpoints, errorBodySchema, PICTURE_MAX_BYTES, PICTURES_MAX, type Pictures } from "@callpanel/contract";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { createStores, openDatabase } from "../../app/services/storage.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { colourAt, hugePng, twoColours } from "../../../test/files/picture-files.ts";

const BASE = "/api/v1/user_picture_profiles";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.remove());
afterEach(async () => {
  for (const { id } of (await picturesOf("alice")).data) await server.send("DELETE", `${BASE}/${id}`, "alice");
});

const picturesOf = async (username: string): Promise<Pictures> =>
  endpoints.getPictures.response.parse((await server.get(`${BASE}/metadata`, username)).body);

/** Sends a form with these bytes in the field `file`. */
async function send(username: string, bytes: Uint8Array, { name = "me.png", type = "image/png", field = "file" } = {}) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const request = new Response(form);
  const { access_token } = await server.signIn(username);
  return server.app.inject({
    method: "POST",
    url: BASE,
    headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

async function upload(username: string, bytes: Uint8Array): Promise<Pictures> {
  const answer = await send(username, bytes);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return endpoints.uploadPicture.response.parse(answer.json());
}

async function refusal(answer: Promise<{ readonly statusCode: number; json(): unknown }>) {
  const { statusCode, json } = await answer;
  return [statusCode, errorBodySchema.parse(json()).code];
}

const UNUSABLE = [422, "userPictureProfiles.errors.unvalidateImage"];
const imageOf = async (pictures: Pictures, size = 256) =>
  (await server.app.inject({ url: (pictures.data[0]?.url ?? "").replace("size=256", `size=${size}`) })).rawPayload;

describe("profile pictures", () => {
  it("PICTURE-1 a new picture becomes active; one can switch between pictures and initials, and delete", async () => {
    expect(await picturesOf("alice")).toEqual({ picture_type: "initials", pictureProfileUrl: null, data: [] });
    const first = await upload("alice", await twoColours(300, 200).file("png"));
    const second = await upload("alice", await twoColours(100, 400).file("gif"));
    const [newer, older] = second.data;
    expect(second.data.map(({ isActive, pictureType }) => [isActive, pictureType])).toEqual([
      [true, "uploaded"],
      [false, "uploaded"],
    ]);
    expect(older?.id).toBe(first.data[0]?.id);
    expect(second.pictureProfileUrl).toBe(newer?.url.replace("size=256", "size=64"));

    const turn = async (body: object) =>
      endpoints.switchPictureType.response.parse(
        (await server.send("POST", `${BASE}/switch_picture_type`, "alice", body)).body,
      );
    expect(await turn({ picture_type: "initials" })).toMatchObject({
      picture_type: "initials",
      pictureProfileUrl: null,
    });
    expect((await turn({ picture_type: "uploaded", id: older?.id })).data[1]?.isActive).toBe(true);
    expect((await turn({ picture_type: "uploaded" })).data[0]?.isActive).toBe(true);

    const { body } = await server.send("DELETE", `${BASE}/${newer?.id}`, "alice");
    const left = endpoints.deletePicture.response.parse(body);
    expect([left.picture_type, left.data.map(({ id }) => id)]).toEqual(["initials", [older?.id]]);
  });

  it("PICTURE-1 a person cannot show or delete another's picture", async () => {
    const { data, pictureProfileUrl } = await upload("alice", await twoColours(300, 200).file("png"));
    const id = data[0]?.id;
    const missing = [404, "userPictureProfiles.errors.notFound"];
    const deleted = await server.send("DELETE", `${BASE}/${id}`, "bob");
    const shown = await server.send("POST", `${BASE}/switch_picture_type`, "bob", { picture_type: "uploaded", id });
    const none = await server.send("POST", `${BASE}/switch_picture_type`, "bob", { picture_type: "uploaded" });
    for (const { status, body } of [deleted, shown, none])
      expect([status, errorBodySchema.parse(body).code]).toEqual(missing);
    expect((await picturesOf("alice")).pictureProfileUrl).toBe(pictureProfileUrl);
    expect((await picturesOf("bob")).data).toEqual([]);
    expect((await server.send("DELETE", `${BASE}/x`, "alice")).status).toBe(400);
    expect((await server.send("POST", `${BASE}/switch_picture_type`, "alice", { picture_type: "x" })).status).toBe(400);
  });

  it("PICTURE-2 a URL cannot be guessed, may be cached for ever, and ends with its picture", async () => {
    const pictures = await upload("alice", await twoColours(300, 200).file("jpeg"));
    const [{ url, id } = { url: "", id: 0 }] = pictures.data;
    expect(url).toMatch(/^\/api\/v1\/user_picture_profiles\/[0-9a-f]{32}\/image\?size=256$/);
    const sized = (size: number): string => url.replace("size=256", `size=${size}`);
    for (const size of [64, 256]) {
      const answer = await server.app.inject({ url: sized(size) });
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
      expect(answer.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: size, height: size });
      const again = await server.app.inject({
        url: sized(size),
        headers: { "if-none-match": String(answer.headers.etag) },
      });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
    expect((await server.app.inject({ url: sized(128) })).statusCode).toBe(400);
    expect((await server.app.inject({ url: `${BASE}/${"0".repeat(32)}/image` })).statusCode).toBe(404);
    await server.send("DELETE", `${BASE}/${id}`, "alice");
    const gone = await server.app.inject({ url });
    expect([gone.statusCode, gone.headers["cache-control"]]).toEqual([404, "no-store"]);
  });

  it("PICTURE-3 the URL is sent wherever the person is listed", async () => {
    const { pictureProfileUrl } = await upload("alice", await twoColours(300, 200).file("png"));
    const me = endpoints.getCurrentUser.response.parse((await server.get("/api/v1/users/me", "alice")).body);
    const buddies = endpoints.listBuddies.response.parse((await server.get("/api/v1/panel_buddies", "bob")).body);
    await server.send("POST", "/api/v1/panel_buddies", "bob", { username: "alice" });
    const watched = endpoints.listMyBuddies.response.parse(
      (await server.get("/api/v1/panel_buddies/my_buddies", "bob")).body,
    );
    const numbers = endpoints.searchPhoneNumbers.response.parse(
      (await server.get("/api/v1/contact/phone_numbers?search=a", "bob")).body,
    );
    const ofAlice = <T extends { readonly username: string | null }>(people: readonly T[]) =>
      people.find(({ username }) => username === "alice");
    expect(pictureProfileUrl).not.toBeNull();
    expect(me.pictureProfileUrl).toBe(pictureProfileUrl);
    expect(ofAlice(buddies.data)?.pictureProfileUrl).toBe(pictureProfileUrl);
    expect(ofAlice(watched.data)?.pictureProfileUrl).toBe(pictureProfileUrl);
    expect(ofAlice(numbers.data)).toMatchObject({ hasImage: true, imageUrl: pictureProfileUrl });
    expect(buddies.data.filter((one) => one.pictureProfileUrl !== null)).toHaveLength(1);
  });

  it("PICTURE-8 an acknowledged picture is in the database, and at most one is active", async () => {
    const bytes = await twoColours(30, 20).file("png");
    await upload("alice", bytes);
    await upload("alice", bytes);
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
    const userId = (await server.stores.users.byUsername("alice"))?.id ?? 0;
    const kept = await createStores(db).pictures.picturesOf(userId);
    expect(kept.map(({ isActive }) => isActive)).toEqual([true, false]);
    expect((await createStores(db).pictures.image(kept[0]?.key ?? "", 64))?.length).toBeGreaterThan(100);
    await db.destroy();
  });
});

describe("uploads", () => {
  it("PICTURE-4 the content decides, not the name or the declared type", async () => {
    for (const format of ["png", "jpeg", "gif"] as const) {
      const bytes = await twoColours(40, 40).file(format);
      const answer = await send("alice", bytes, { name: "../../etc/x.svg", type: "text/html" });
      expect(answer.statusCode, format).toBe(200);
    }
    for (const format of ["webp", "tiff"] as const) {
      const bytes = await twoColours(40, 40).file(format);
      expect(await refusal(send("alice", bytes)), format).toEqual(UNUSABLE);
    }
  });

  it("PICTURE-4 an SVG with a script, a page, nothing and noise are refused", async () => {
    const pages = [SVG, `<?xml version="1.0"?>${SVG}`, "<!doctype html><script>alert(1)</script>", "", "GIF89a", "\0"];
    for (const text of pages) expect(await refusal(send("alice", Buffer.from(text))), text).toEqual(UNUSABLE);
    expect((await picturesOf("alice")).data).toEqual([]);
  });

  it("PICTURE-4 a page that begins like a picture is refused", async () => {
    const opening = (await twoColours(40, 40).file("gif")).subarray(0, 6);
    for (const text of ["=1/*<html>*/;alert(1)", `<html><script>alert(1)</script></html>`])
      expect(await refusal(send("alice", Buffer.concat([opening, Buffer.from(text)])))).toEqual(UNUSABLE);
    const svgAsPng = Buffer.concat([(await twoColours(9, 9).file("png")).subarray(0, 8), Buffer.from(SVG)]);
    expect(await refusal(send("alice", svgAsPng))).toEqual(UNUSABLE);
  });

  it("PICTURE-4 a truncated file is refused", async () => {
    for (const format of ["png", "jpeg", "gif"] as const) {
      const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
      const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#fff", noise } })
        .toFormat(format)
        .toBuffer();
      for (const part of [0.1, 0.5, 0.9])
        expect(await refusal(send("alice", whole.subarray(0, whole.length * part))), `${format} ${part}`).toEqual(
          UNUSABLE,
        );
    }
  });

  it("PICTURE-5 a small file that unpacks to a huge picture is refused", async () => {
    const bomb = hugePng(8_000, 7_000);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await refusal(send("alice", bomb))).toEqual(UNUSABLE);
    expect((await send("alice", hugePng(3_000, 2_000))).statusCode).toBe(200);
  });

  it("PICTURE-5 of an animation the first picture is used", async () => {
    const frame = (background: string) => sharp({ create: { width: 20, height: 20, channels: 3, background } });
    const frames = await Promise.all(["#ff0000", "#0000ff"].map((one) => frame(one).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const [red, , blue] = await colourAt(await imageOf(await upload("alice", animation)), 128, 128);
    expect([Number(red) > 200, Number(blue) < 50]).toEqual([true, true]);
  });

  it("PICTURE-6 the picture is rotated as EXIF says, without metadata, on white", async () => {
    // Orientation 6: the camera was held upright; what is stored on the left belongs at the top.
    const file = await sharp(await twoColours(400, 400).file("jpeg"))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: "a secret place" } })
      .jpeg()
      .toBuffer();
    const pictures = await upload("alice", file);
    for (const size of [64, 256]) {
      const served = await imageOf(pictures, size);
      const [topRed, , topBlue] = await colourAt(served, size / 2, 4);
      const [bottomRed, , bottomBlue] = await colourAt(served, size / 2, size - 4);
      expect(Number(topRed) > 200 && Number(topBlue) < 60 && Number(bottomRed) < 60 && Number(bottomBlue) > 200).toBe(
        true,
      );
      const { exif, icc, xmp, orientation } = await sharp(served).metadata();
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(served.toString("latin1")).not.toContain("secret");
    }
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#0000" } })
      .png()
      .toBuffer();
    expect(await colourAt(await imageOf(await upload("alice", clear)), 128, 128)).toEqual([255, 255, 255]);
  });

  it("PICTURE-6 the picture is cropped to its middle square", async () => {
    const wide = await imageOf(await upload("alice", await twoColours(1_000, 100).file("png")));
    const [leftRed] = await colourAt(wide, 20, 128);
    const [, , rightBlue] = await colourAt(wide, 235, 128);
    expect(Number(leftRed) > 200 && Number(rightBlue) > 200).toBe(true);
  });

  it("PICTURE-6 of a file with two formats only the picture is stored", async () => {
    for (const format of ["png", "jpeg", "gif"] as const) {
      const page = Buffer.from("<html><script>alert(1)</script></html>PK-ZIP");
      const answer = await send("alice", Buffer.concat([await twoColours(40, 40).file(format), page]));
      if (answer.statusCode !== 200) continue; // a refusal is fine too
      const served = await imageOf(endpoints.uploadPicture.response.parse(answer.json()));
      expect(served.toString("latin1")).not.toMatch(/script|PK-ZIP/);
    }
  });

  it("PICTURE-7 a file that is too large is refused for that reason", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const large = await sharp({ create: { width: 1_500, height: 1_500, channels: 3, background: "#fff", noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(PICTURE_MAX_BYTES);
    const answer = await send("alice", large);
    expect([answer.statusCode, errorBodySchema.parse(answer.json())]).toEqual([
      413,
      {
        error: "userPictureProfiles.errors.tooLarge",
        code: "userPictureProfiles.errors.tooLarge",
        error_description: "A picture can be at most 5 MB",
        details: { megabytes: 5 },
      },
    ]);
    const justFits = await sharp({ create: { width: 1_270, height: 1_270, channels: 3, background: "#fff", noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(justFits.length).toBeGreaterThan(PICTURE_MAX_BYTES * 0.9);
    expect((await send("alice", justFits)).statusCode).toBe(200);
  });

  it("PICTURE-7 a thirteenth picture is refused before it is read", async () => {
    const bytes = await twoColours(20, 20).file("png");
    for (let count = 0; count < PICTURES_MAX; count += 1) await upload("alice", bytes);
    expect(await refusal(send("alice", Buffer.from("not looked at")))).toEqual([
      409,
      "userPictureProfiles.errors.tooMany",
    ]);
    expect((await picturesOf("alice")).data).toHaveLength(PICTURES_MAX);
  });

  it("PICTURE-4 a form without the file, with it under another name, or no form at all is refused", async () => {
    const bytes = await twoColours(20, 20).file("png");
    expect(await refusal(send("alice", bytes, { field: "avatar" }))).toEqual([400, "request.invalid"]);
    const { status, body } = await server.send("POST", BASE, "alice", { file: "x" });
    expect([status, errorBodySchema.parse(body).code]).toEqual([415, "request.unsupportedMedia"]);
    const { access_token } = await server.signIn("alice");
    const broken = { ...bearer(access_token), "content-type": "multipart/form-data; boundary=x" };
    for (const payload of [
      "",
      "--x",
      "--x--\r\n",
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ])
      expect(
        (await server.app.inject({ method: "POST", url: BASE, headers: broken, payload })).statusCode,
        payload,
      ).toBe(400);
    const two = new FormData();
    two.append("file", new Blob([new Uint8Array(bytes)]), "a.png");
    two.append("file", new Blob([new Uint8Array(bytes)]), "b.png");
    const request = new Response(two);
    const answer = await server.app.inject({
      method: "POST",
      url: BASE,
      headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).code]).toEqual([400, "request.oneFile"]);
  });
});
