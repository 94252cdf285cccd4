import { expect, it } from "vitest";
import { createFakeServer, failure } from "../../test/fakeServer.ts";
import { createSharedStorage } from "../../test/memoryStorage.ts";
import { createWire } from "../adapters/http/wire.ts";
import { createBranding } from "./branding.store.ts";

function setUp() {
  const server = createFakeServer();
  const storage = createSharedStorage();
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  return { server, open: () => createBranding({ wire, storage: storage.tab() }) };
}

it("SHELL-17 the platform's name and icons come from the server, and are remembered for the next load", async () => {
  const { open } = setUp();
  const branding = open();
  expect(branding.get().platformName).toBe("Callpanel");
  await branding.load();
  expect(branding.get()).toEqual({ platformName: "Acme Voice", logo: null, copyright: "© Acme", iconSizes: [16, 192] });
  expect(open().get().platformName).toBe("Acme Voice");
});

it("SHELL-17 a failure is silent: the name stays, the icon is the 32 px one", async () => {
  const { server, open } = setUp();
  server.spoil("/branding", failure(500, "server.internal", "Broken"));
  server.spoil("/favicon_sizes", "unreachable");
  const branding = open();
  await branding.load();
  expect(branding.get()).toEqual({ platformName: "Callpanel", logo: null, copyright: null, iconSizes: [32] });
});
