import { expect, it } from "vitest";
import { isSupportedBrowser } from "./browser.model.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const chromium = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/${version}.0 Chrome/${version}.0 Safari/537.36`;
const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const safari = (version: number) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version}.1 Safari/605.1.15`;
const edge = (version: number) => `${CHROME} Edg/${version}.0`;
const opera = (version: number) => `${CHROME} OPR/${version}.0`;
const samsung = (version: number) =>
  `Mozilla/5.0 (Linux; Android 10; SAMSUNG SM-G970F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${version}.0 Chrome/83.0 Mobile Safari/537.36`;
const IE = "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko";
const IOS_WEBVIEW =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 13_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

it.each([
  ["chrome", CHROME, true],
  ["chromium 72", chromium(72), true],
  ["chromium 71", chromium(71), false],
  ["edge 80", edge(80), true],
  ["edge 79", edge(79), false],
  ["firefox 66", firefox(66), true],
  ["firefox 65", firefox(65), false],
  ["opera 59", opera(59), true],
  ["opera 58", opera(58), false],
  ["safari 15", safari(15), true],
  ["safari 14", safari(14), false],
  ["samsung 13", samsung(13), true],
  ["samsung 12", samsung(12), false],
  ["Internet Explorer", IE, false],
  ["an iOS webview", IOS_WEBVIEW, true],
  ["nobody knows what", "telnet", false],
])("SHELL-3 EMBED-16 by its agent text: %s", async (_, userAgent, supported) => {
  expect(await isSupportedBrowser({ userAgent, brands: null }, { embedded: false })).toBe(supported);
});

it.each([
  ["Google Chrome", "120", true],
  ["Microsoft Edge", "79", false],
  ["Chromium", "71", false],
  ["Chromium", "120", true],
])("SHELL-3 by client hints: %s %s", async (brand, version, supported) => {
  const brands = [
    { brand: "Not:A-Brand", version: "8" },
    { brand, version },
  ];
  expect(await isSupportedBrowser({ userAgent: "telnet", brands }, { embedded: false })).toBe(supported);
});

it("SHELL-3 without useful hints the user agent decides", async () => {
  const brands = [{ brand: "Unheard Of", version: "1" }];
  expect(await isSupportedBrowser({ userAgent: firefox(120), brands }, { embedded: false })).toBe(true);
});

it("SHELL-3 EMBED-16 an embedded page is not checked", async () => {
  expect(await isSupportedBrowser({ userAgent: IE, brands: null }, { embedded: true })).toBe(true);
});
