import { createSocket } from "node:dgram";
import { endpoints } from "@callpanel/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openStunServer } from "../../adapters/stun/index.ts";
import { parseSettings } from "../config.ts";

describe("the server's own STUN server", () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.remove();
  });
  const start = async (stunPort: number | undefined, options: { publicUrl?: string } = {}) => {
    const server = await createTestServer({ stunPort, port: 0, ...options });
    servers.push(server);
    await server.listen();
    return { server };
  };
  const listFor = async (server: TestServer, host: string) => {
    const { access_token } = await server.signIn("alice");
    const headers = { host, authorization: `Bearer ${access_token}` };
    const { body } = await server.app.inject({ url: "/api/v1/config/sipua", headers });
    return endpoints.getSipConfig.response.parse(JSON.parse(body)).ice_servers.map(({ urls }) => urls);
  };
  /** At a free port; another test may take one between the look and the start. */
  const startSomewhere = async (options?: { publicUrl?: string }) => {
    for (;;) {
      const { port, close } = await openStunServer({ host: "127.0.0.1", port: 0, clock: { now: () => 0 } });
      await close();
      const { server } = await start(port, options);
      if (!server.logText().includes("STUN_PORT cannot be used")) return { server, port };
    }
  };

  it("STUN-4 STUN-5 responds at its port, and panels get its URI with the host name by which they reach the server", async () => {
    const { server, port } = await startSomewhere();
    expect(await listFor(server, "localhost:8080")).toEqual([`stun:localhost:${port}`]);
    expect(await listFor(server, "127.0.0.1")).toEqual([`stun:127.0.0.1:${port}`]);
    expect(await listFor(server, "[::1]:8080")).toEqual([`stun:[::1]:${port}`]);
    const asking = createSocket("udp4");
    const answer = new Promise<Buffer>((resolve) => asking.once("message", resolve));
    asking.send(Buffer.from("000100002112a442000102030405060708090a0b", "hex"), port, "127.0.0.1");
    expect((await answer).toString("hex", 0, 4)).toBe("0101000c");
    asking.close();
  });

  it("STUN-5 behind a proxy its URI has the public name", async () => {
    const { server, port } = await startSomewhere({ publicUrl: "https://phone.example.com" });
    expect(await listFor(server, "localhost:8080")).toEqual([`stun:phone.example.com:${port}`]);
  });

  it("STUN-4 a port in use is logged once, and panels get no URI; the server runs", async () => {
    const taken = await openStunServer({ host: "127.0.0.1", port: 0, clock: { now: () => 0 } });
    const { server } = await start(taken.port);
    expect(await listFor(server, "localhost")).toEqual([]);
    expect(server.logText().match(/STUN_PORT cannot be used/g)).toHaveLength(1);
    await taken.close();
  });

  it("STUN-4 uses port 19302 by default, and 0 switches it off", async () => {
    expect([parseSettings({}).stunPort, parseSettings({ STUN_PORT: "0" }).stunPort]).toEqual([19_302, undefined]);
    expect(await listFor((await start(undefined)).server, "localhost")).toEqual([]);
  });
});
