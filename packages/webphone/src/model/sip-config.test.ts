import { expect, test } from "vitest";
import { CONFIG } from "../../test/bench.ts";
import { checkSipConfig, orderedProxies } from "./sip-config.ts";

const BASE = "wss://pbx.example:8443";

test.each([
  ["no configuration", undefined, "SIP configuration is missing."],
  ["an empty proxy list", { ...CONFIG, proxy: [] }, "Invalid proxy list."],
  ["a proxy without url", { ...CONFIG, proxy: [{ url: "", weight: 1 }] }, "Invalid proxy list."],
  ["no realm", { ...CONFIG, realm: "" }, "Realm is missing."],
  ["no uri", { ...CONFIG, uri: "" }, "URI is missing."],
])("PHONE-1 %s is refused with its message", (_, config, message) => {
  expect(checkSipConfig(config, BASE)).toEqual({ ok: false, code: "sipua.error.config", details: { message } });
});

test("PHONE-1 an HA1 that is not 32 characters is refused", () => {
  expect(checkSipConfig({ ...CONFIG, ha1: "abc" }, BASE)).toEqual({ ok: false, code: "sipua.error.ha1", details: {} });
});

test("PHONE-2 proxies are sorted by weight, equal ones in the server's order, paths on the panel's host", () => {
  const proxies = [
    { url: "/low", weight: 1 },
    { url: "wss://a.example/sip", weight: 5 },
    { url: "wss://b.example/sip", weight: 5 },
  ];
  expect(orderedProxies(proxies, `${BASE}/`).map(({ url }) => url)).toEqual([
    "wss://a.example/sip",
    "wss://b.example/sip",
    "wss://pbx.example:8443/low",
  ]);
});
