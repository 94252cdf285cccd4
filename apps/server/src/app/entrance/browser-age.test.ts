import { expect, it } from "vitest";
import { needsLegacyBuild } from "./browser-age.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS";

it.each([
  [`${CHROME}/72.0.3626.121 Safari/537.36`, true],
  [`${CHROME}/119.0.0.0 Safari/537.36`, true],
  [`${CHROME}/120.0.0.0 Safari/537.36`, false],
  [`${CHROME}/80.0.361.62 Safari/537.36 Edg/80.0.361.62`, true],
  [`${CHROME}/79.0.3945.136 Mobile Safari/537.36 SamsungBrowser/13.0`, true],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:66.0) Gecko/20100101 Firefox/66.0", true],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0", false],
  [`${MAC} Version/15.6 Safari/605.1.15`, true],
  [`${MAC} Version/17.0 Safari/605.1.15`, false],
  [`${IPHONE} 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`, true],
  [
    `${IPHONE} 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/122.0 Mobile/15E148 Safari/604.1`,
    false,
  ],
  ["curl/8.5.0", false],
  [undefined, false],
])("LEGACY-1 %s: legacy build %s", (userAgent, legacy) => {
  expect(needsLegacyBuild(userAgent)).toBe(legacy);
});
