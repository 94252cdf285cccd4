import { endpoints, runtimeConfigSchema } from "@callpanel/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { applyCompany, exportCompany, parseCompanyFile } from "../modules/administration/index.ts";

const FILE = `
realm: demo
settings:
  platform_name: "Acme <Phone>"
  logo: https://pictures.example/acme.png
  copyright: © Acme
  user_agent: acme 2
  country: US
  call_limit: 6
  emergency_location: yes
  focus_timeout_seconds: 90
  video_conf_limit: 10
  video_enabled: yes
  video_recording: yes
  video_rooms: 12
`;

describe("settings of the company", () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.remove();
  });
  const start = async () => {
    const server = await createTestServer();
    servers.push(server);
    return server;
  };
  const answers = async ({ app, get }: TestServer) => ({
    branding: endpoints.getBranding.response.parse((await app.inject("/api/v1/branding")).json()),
    sip: endpoints.getSipConfig.response.parse((await get("/api/v1/config/sipua", "alice")).body),
    licences: endpoints.getLicenses.response.parse((await get("/api/v1/clients/licenses", "alice")).body).data,
    video: endpoints.getVideoConfig.response.parse((await get("/api/v1/video_conference_configs", "alice")).body),
    me: endpoints.getCurrentUser.response.parse((await get("/api/v1/users/me", "alice")).body),
    config: runtimeConfigSchema.parse((await app.inject("/config.json")).json()),
    manifest: (await app.inject("/manifest.webmanifest")).body,
    policy: String(
      (await app.inject({ url: "/", headers: { accept: "text/html" } })).headers["content-security-policy"],
    ),
  });

  it("ADMIN-29 without settings, everything has the specification's defaults", async () => {
    const { branding, sip, licences, video, config, policy, me } = await answers(await start());
    expect(me.emergency_location_required).toBeUndefined();
    expect(branding).toEqual({
      logo: null,
      user_agent: "callpanel 0.1.0",
      platform_name: "callpanel",
      display_copyright: null,
    });
    expect([sip.panel_call_limit, sip.country, sip.uaVer]).toEqual([4, "CA", "callpanel 0.1.0"]);
    expect(licences).toEqual([{ feature: "video_conf_limit", value: -1 }]);
    expect(video).toEqual({
      enabled: false,
      enable_recording: false,
      enable_telephony: false,
      enable_screen_sharing: false,
      max_room_per_realm: -1,
    });
    expect(config.focus_timeout_ms).toBe(1_800_000);
    expect(policy).toContain("img-src 'self' data: blob:;");
  });

  it("ADMIN-27 ADMIN-29 half a second later, a running server uses the values that a file has set", async () => {
    const server = await start();
    await applyCompany(server.stores.company, parseCompanyFile(FILE));
    await server.clock.advance(500);
    await expect.poll(async () => (await answers(server)).branding.platform_name).toBe("Acme <Phone>");
    const { branding, sip, licences, video, config, manifest, policy, me } = await answers(server);
    expect(me.emergency_location_required).toBe(true);
    expect(branding).toMatchObject({
      logo: "https://pictures.example/acme.png",
      user_agent: "acme 2",
      display_copyright: "© Acme",
    });
    expect([sip.panel_call_limit, sip.country, sip.uaVer]).toEqual([6, "US", "acme 2"]);
    expect(licences).toEqual([{ feature: "video_conf_limit", value: 10 }]);
    expect(video).toMatchObject({
      enabled: true,
      enable_recording: true,
      enable_telephony: false,
      max_room_per_realm: 12,
    });
    expect(config.focus_timeout_ms).toBe(90_000);
    expect(manifest).toContain('"name":"Acme <Phone>"');
    expect(policy).toContain("img-src 'self' data: blob: https://pictures.example;");
    const ask = "/oauth/authorize?client_id=x";
    expect((await server.app.inject({ url: ask, headers: { accept: "text/html" } })).body).toContain(
      "Acme &lt;Phone&gt;",
    );
  });

  it("ADMIN-27 an export contains only values that were set; a file with an invalid value is refused with its line", async () => {
    const { stores } = await start();
    const written = async () =>
      stores.company.read(async (reader) => {
        const [realm] = await reader.realms();
        return realm === undefined ? "" : exportCompany(reader, { realm, withSecrets: false });
      });
    expect(await written()).not.toContain("settings:");
    await applyCompany(stores.company, parseCompanyFile(FILE));
    expect(await applyCompany(stores.company, parseCompanyFile(await written()))).toMatchObject({
      added: 0,
      changed: 0,
    });
    expect(await written()).toMatch(/settings:\n(.*\n)* +call_limit: "?6"?/);
    for (const [line, wanted] of [
      ["call_limit: 99", "settings.call_limit: must be a whole number from 1 to 16"],
      ["colour: red", "settings.colour: must be one of platform_name"],
    ])
      expect(() => parseCompanyFile(`realm: demo\nsettings:\n  ${line}\n`)).toThrow(`line 3: ${wanted}`);
  });
});
