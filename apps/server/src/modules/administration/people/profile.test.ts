import { endpoints, errorBodySchema, PICTURES_MAX } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { colourAt, twoColours } from "../../../../test/files/picture-files.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PEOPLE = "/api/v1/administration/people";
const COMPANY = `
realm: demo
groups: [{ name: help-desk, permissions: [administration:manage_people] }]
emergency_locations: [{ name: Head office, address: 1 Main Street, details: Floor 2 }]
emergency_profiles: [{ name: Reception, number: "+14165550100" }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, help-desk] }
`;
const NOT_CHOSEN = {
  emergency_callerid_callback_profile_id: null,
  emergency_callerid_dispatchable_location_id: null,
};
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data?.code;

describe("a person's picture and emergency location, for administration", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterAll(() => server.remove());
  const idOf = async (username: string) => (await server.stores.users.byUsername(username))?.id ?? 0;
  const pathOf = async (username: string, rest: string) => `${PEOPLE}/${await idOf(username)}/${rest}`;
  const pictureOf = async (username: string) =>
    endpoints.getCompanyPerson.response.parse((await server.get(`${PEOPLE}/${await idOf(username)}`, "grace")).body)
      .picture_url;
  const upload = async (of: string, bytes: Uint8Array, who = "grace") => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
    const request = new Response(form);
    const { access_token } = await server.signIn(who);
    const answer = await server.app.inject({
      method: "POST",
      url: await pathOf(of, "picture"),
      headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };
  /** What was done here to a person, by their first name. */
  const acts = async (firstName: string) => {
    const { body } = await server.get("/api/v1/administration/audit?limit=200", "grace");
    return endpoints.listAuditLines.response
      .parse(body)
      .data.filter(({ act, person }) => /picture|emergency/.test(act) && person?.name.startsWith(`${firstName} `))
      .map(({ act, details }) => ({ act, details }));
  };

  it("PEOPLE-8 a picture is drawn again, shown to all, and removed; a file that is none, and one too many, are refused", async () => {
    const picture = await twoColours(300, 200).file("png");
    expect((await upload("bob", picture)).status).toBe(200);
    const url = await pictureOf("bob");
    const { rawPayload, headers } = await server.app.inject({ url: (url ?? "").replace("size=64", "size=256") });
    expect(headers["content-type"]).toContain("image/jpeg");
    expect(await colourAt(rawPayload, 10, 128)).not.toEqual(await colourAt(rawPayload, 246, 128));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
    expect(codeOf(await upload("bob", Buffer.from(svg)))).toBe("userPictureProfiles.errors.unvalidateImage");
    expect(await pictureOf("bob")).toBe(url);
    const remove = async () => server.send("DELETE", await pathOf("bob", "picture"), "grace");
    expect((await remove()).status).toBe(200);
    expect([await pictureOf("bob"), (await remove()).status]).toEqual([null, 404]);
    for (let count = 0; count < PICTURES_MAX; count += 1) expect((await upload("bob", picture)).status).toBe(200);
    expect(codeOf(await upload("bob", picture))).toBe("userPictureProfiles.errors.tooMany");
    expect((await acts("Bob")).filter(({ act }) => act === "people.pictureAdded")).toHaveLength(PICTURES_MAX + 1);
  });

  it("PEOPLE-8 PEOPLE-9 PAGES-4 a help desk changes neither picture nor location of an administrator", async () => {
    const picture = await twoColours(30, 20).file("png");
    expect(codeOf(await upload("grace", picture, "hiro"))).toBe("admin.mayNotTouch");
    expect(await pictureOf("grace")).toBeNull();
    for (const [method, rest, body] of [
      ["DELETE", "picture", undefined],
      ["PUT", "emergency", NOT_CHOSEN],
    ] as const) {
      expect(codeOf(await server.send(method, await pathOf("grace", rest), "hiro", body)), rest).toBe(
        "admin.mayNotTouch",
      );
      expect((await server.send(method, await pathOf("bob", rest), "alice", body)).status, rest).toBe(403);
    }
    expect((await server.get(await pathOf("bob", "emergency"), "alice")).status).toBe(403);
    expect((await server.get(`${PEOPLE}/424242/emergency`, "grace")).status).toBe(404);
    expect(await acts("Grace")).toEqual([]);
  });

  it("PEOPLE-9 location and call-back number are chosen among those of the company, and are in effect at once", async () => {
    const show = async () =>
      endpoints.getPersonEmergency.response.parse((await server.get(await pathOf("carol", "emergency"), "grace")).body);
    const { locations, profiles, ...before } = await show();
    expect(before).toEqual({ ...NOT_CHOSEN, disabledGlobally: false });
    const office = locations.find(({ name }) => name === "Head office")?.id ?? 0;
    const reception = profiles.find(({ name }) => name === "Reception")?.id ?? 0;
    const choice = {
      emergency_callerid_callback_profile_id: reception,
      emergency_callerid_dispatchable_location_id: office,
    };
    const choose = async (body: object) => server.send("PUT", await pathOf("carol", "emergency"), "grace", body);
    expect(codeOf(await choose({ ...choice, emergency_callerid_dispatchable_location_id: 4_242 }))).toBe(
      "settings.emergency.location",
    );
    expect((await choose(choice)).status).toBe(200);
    expect(await show()).toMatchObject(choice);
    // Carol's own panel, and her next emergency call.
    const me = await server.get("/api/v1/users/me", "carol");
    expect(me.body).toMatchObject({ emergency_callerid_dispatchable_location: { address: "1 Main Street" } });
    expect(await acts("Carol")).toEqual([
      { act: "people.emergencyChosen", details: { location: "Head office", callback: "Reception" } },
    ]);
  });
});
