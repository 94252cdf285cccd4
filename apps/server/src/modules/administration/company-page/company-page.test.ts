import { endpoints, errorBodySchema, fitsSetting } from "@callpanel/contract";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { COMPANY_SETTINGS, settingFault } from "../../realm-settings/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";
import { writtenCompany } from "./company-texts.ts";

const PATH = "/api/v1/administration/company";
const COMPANY = `
realm: demo
groups: [{ name: lookers, permissions: [administration:show_company] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: ines, groups: [staff, lookers] }
`;
const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.safeParse(body).data;
const parse = endpoints.getCompanySettings.response.parse.bind(endpoints.getCompanySettings.response);

describe("settings of the company, for administration", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  });
  afterEach(() => server.remove());

  const shown = async (who = "grace") => parse((await server.get(PATH, who)).body);
  const valueOf = async (name: string) => (await shown()).settings.find((one) => one.name === name)?.value;
  const change = async (settings: object, who = "grace") =>
    server.send("PUT", PATH, who, { version: (await shown()).version, settings });
  const upload = async (bytes: Uint8Array, who = "grace") => {
    const { access_token: token } = await server.signIn(who);
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "logo.png");
    const request = new Response(form);
    const answer = await server.app.inject({
      method: "POST",
      url: `${PATH}/logo`,
      headers: { ...bearer(token), "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };

  it("COMPANY-1 settings are shown and changed, live for the whole server; empty ones have their defaults again", async () => {
    const { settings } = await shown("ines");
    const names = settings.map(({ name }) => name);
    for (const name of Object.keys(COMPANY_SETTINGS))
      expect([name, names.includes(name)]).toEqual([name, name !== "logo"]);
    for (const { name, value, form } of settings)
      expect([name, value, fitsSetting(form, value)]).toEqual([name, value, true]);
    expect((await change({ call_limit: "3" }, "ines")).status).toBe(403);
    const texts = {
      company_name: "Acme Inc.",
      platform_name: "Acme Voice",
      call_limit: "3",
      notify_listened: "true",
      chat_keep_days: "30",
      screen_pop_origins: "https://crm.example",
      outgoing_number: "+14165550101",
      emergency_numbers: "911, 933",
      emergency_disabled: "true",
      video_rooms: "-1",
    };
    expect((await change(texts)).status).toBe(200);
    for (const [name, text] of Object.entries(texts)) expect([name, await valueOf(name)]).toEqual([name, text]);
    const branding = endpoints.getBranding.response.parse((await server.app.inject("/api/v1/branding")).json());
    expect(branding.platform_name).toBe("Acme Voice");
    const reset = { platform_name: "none", chat_keep_days: "none", screen_pop_origins: "", outgoing_number: "none" };
    expect((await change(reset)).status).toBe(200);
    expect(await valueOf("platform_name")).toBe("callpanel");
    expect(await valueOf("chat_keep_days")).toBe("none");
    expect(await valueOf("screen_pop_origins")).toBe("");
    expect(await valueOf("outgoing_number")).toBe("none");
    const { body } = await server.get("/api/v1/administration/audit?area=company", "grace");
    expect(JSON.stringify(body)).toContain("Acme Voice");
  });

  it("FEATURE-2 FEATURE-5 codes are changed and turned off, live for everyone's lists; faults change nothing", async () => {
    const codes = async () => {
      const { body } = await server.get("/api/v1/feature_codes?start=0&limit=50", "alice");
      return new Map(endpoints.getFeatureCodes.response.parse(body).data.map(({ name, code }) => [name, code]));
    };
    for (const wrong of ["dnd=*96", "dnd=78", "nothing=*78", "dnd"])
      expect(codeOf(await change({ feature_codes: wrong }))?.details).toMatchObject({
        field: "settings.feature_codes",
      });
    expect((await codes()).get("dnd")).toBe("*76");
    expect((await change({ feature_codes: "dnd=*78 intercom=off" })).status).toBe(200);
    expect(await valueOf("feature_codes")).toBe("dnd=*78 intercom=off");
    await server.clock.advance(500);
    await expect.poll(async () => (await codes()).get("dnd")).toBe("*78");
    expect([...(await codes()).keys()]).not.toContain("intercom");
    const search = await server.get("/api/v1/contact/phone_numbers?search=*78", "alice");
    expect(JSON.stringify(search.body)).toContain('"label":"dnd"');
    expect((await change({ feature_codes: "none" })).status).toBe(200);
    expect(await valueOf("feature_codes")).toBe("none");
    await server.clock.advance(500);
    await expect.poll(async () => (await codes()).get("dnd")).toBe("*76");
  });

  it("COMPANY-1 PAGES-5 errors name their setting, forms accept what the server reads, and a change based on an old version is refused", async () => {
    const { version } = await shown();
    for (const wrong of [
      { call_limit: "0" },
      { nonsense: "1" },
      { logo: "https://x.example/a.png" },
      { emergency_numbers: "one" },
    ])
      expect(codeOf(await change(wrong))?.details).toMatchObject({ field: `settings.${Object.keys(wrong)[0]}` });
    expect(codeOf(await change({ emergency_numbers: "101" }))).toMatchObject({ code: "admin.exists" });
    expect((await change({ call_limit: "4" })).status).toBe(200);
    const late = await server.send("PUT", PATH, "grace", { version, settings: { call_limit: "5" } });
    expect(codeOf(late)).toMatchObject({ code: "admin.conflict" });
    const texts = [
      "1",
      "0",
      "16",
      "17",
      "-1",
      "yes",
      "true",
      "CA",
      "XX",
      "en-US",
      "any",
      "https://crm.example",
      "a b",
      "ftp://x",
    ];
    for (const { name, form } of writtenCompany({ company: "x", items: [] }).filter((one) =>
      Object.hasOwn(COMPANY_SETTINGS, one.name),
    ))
      for (const text of texts)
        if (fitsSetting(form, text)) expect([name, text, settingFault(name, text)]).toEqual([name, text, undefined]);
  });

  it("COMPANY-2 a logo is drawn again as a small PNG; a file that is not a picture, an SVG and a decompression bomb are refused", async () => {
    const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#3366cc" } })
      .jpeg()
      .toBuffer();
    const saved = parse((await upload(photo)).body);
    const png = Buffer.from(saved.logo?.replace("data:image/png;base64,", "") ?? "", "base64");
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 192, height: 64 });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(svg)).status).toBe(422);
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await upload(bomb)).status).toBe(422);
    expect((await upload(photo, "ines")).status).toBe(403);
    expect((await shown()).logo).toBe(saved.logo);
    expect((await server.send("DELETE", `${PATH}/logo`, "grace")).status).toBe(200);
    expect((await shown()).logo).toBeNull();
  });
});
