import { noFirefox, openFirefox, signInFirefox, WITH_MOUSE } from "../../support/company/firefox.ts";
import { expect, test } from "../../support/company/people.ts";
import { scrollUntilPressed } from "../../support/browser/scroll.ts";

test.skip(noFirefox !== undefined, noFirefox);

test("BUDDIES-38 in Firefox, a drag that begins while the page is scrolled, by a pointer that has not moved, starts", async ({
  company,
}) => {
  const alice = await openFirefox("alice", company.server.address, WITH_MOUSE);
  const { page } = alice;
  const count = (selector: string) => page.evaluate((one) => document.querySelectorAll(one).length, selector);
  try {
    await signInFirefox(alice);
    await page.waitForSelector("li[data-presence]");
    const stored = await page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem("auth_access_token")}`;
      const headers = { authorization, "content-type": "application/json" };
      const statuses: number[] = [];
      for (const username of ["bob", "carol", "dave", "erin"]) {
        const body = JSON.stringify({ username });
        statuses.push((await fetch("/api/v1/panel_buddies", { method: "POST", headers, body })).status);
      }
      return statuses;
    });
    expect(stored).toEqual([200, 200, 200, 200]);
    await page.reload();
    await page.waitForSelector("li[data-presence]");
    // The choice of a list may be drawn after the cards.
    await page.waitForFunction(() => {
      const radios = [...document.querySelectorAll<HTMLElement>("[role=radio], input[type=radio]")];
      const wanted = radios.find((one) =>
        (one.ariaLabel ?? one.closest("label")?.textContent ?? "").includes("My buddies"),
      );
      wanted?.click();
      return wanted !== undefined;
    });
    await expect.poll(() => count("li[data-presence]")).toBe(4);
    await page.setViewport({ width: 1280, height: 300 });
    const card = await page.waitForSelector('li[aria-posinset="1"]');
    const box = await card?.boundingBox();
    if (!box) throw new Error("not on the screen");
    const at = { x: box.x + 30, y: box.y + box.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.evaluate(scrollUntilPressed, 1);
    await expect.poll(() => count("ul[data-scrolling]")).toBe(1);
    await page.mouse.down();
    await page.mouse.move(at.x + 60, at.y + 4, { steps: 12 });
    await expect.poll(() => count("li[data-dragged]")).toBe(1);
    await page.mouse.up();
  } finally {
    await alice.close();
  }
});
