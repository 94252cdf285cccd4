import type { Page } from "@playwright/test";
import { clickNote, createPusher, type ShownNote, shownOn, watchShown } from "../../support/browser/notifications.ts";
import { anyCall, dial, expect, type Person, test } from "../../support/company/people.ts";

test.use({ isWhole: true }); // notifications and installing

/** Resolves when the worker controls the page and has kept what the page had loaded. */
async function withWorker({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? "none")).toBe("activated");
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => path.endsWith(".js")).length)
    .toBeGreaterThan(5);
}

const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.toSorted();
  });

const notesOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notes = await registration.getNotifications();
    return notes.map(({ title, body, tag, requireInteraction }) => ({ title, body, tag, requireInteraction }));
  });

const CALL = { kind: "show", tag: "call-1", title: "Bob Brandt", body: "Incoming call · 102", path: "/", urgent: true };

test("PWA-1 PWA-4 the panel can be installed, and a push is shown, replaced and closed", async ({ company }) => {
  const alice = await company.signIn("alice");
  const { page } = alice;
  await withWorker(alice);
  const { session, deliver } = await createPusher(page, company.server.address);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A Playwright context is off the record: that is all there is to be said against it.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);

  await deliver(JSON.stringify(CALL));
  const shown = { title: "Bob Brandt", tag: "call-1" };
  expect(await notesOf(page)).toEqual([{ ...shown, body: "Incoming call · 102", requireInteraction: true }]);
  await deliver(JSON.stringify({ ...CALL, body: "Missed call · 102", urgent: false }));
  expect(await notesOf(page)).toEqual([{ ...shown, body: "Missed call · 102", requireInteraction: false }]);
  await deliver(JSON.stringify({ kind: "close", tag: "call-1" }));
  expect(await notesOf(page)).toEqual([]);
  for (const bad of ["", "no json", '{"kind":"else"}', "null"]) await deliver(bad);
  await deliver(JSON.stringify({ ...CALL, tag: "call-2" }));
  expect((await notesOf(page)).map(({ tag }) => tag)).toEqual(["call-2"]);
});

test("PWA-2 PWA-3 the panel opens without a server, keeps nothing of the API, and never an old build", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const { page } = alice;
  await withWorker(alice);
  expect((await keptPaths(page)).filter((path) => path.startsWith("/api"))).toEqual([]);

  await company.stop();
  await page.reload();
  await expect(page.getByText("Connectivity loss...")).toBeVisible();
  await company.restart();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("Connectivity loss...")).toBeHidden();

  await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const cache = await caches.open(name);
    const old = new Response('<div id="panel">an old build</div>', { headers: { "content-type": "text/html" } });
    await cache.put("/", old);
    await cache.put("/assets/old-1a2b3c4d.js", new Response("old"));
  });
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("an old build")).toHaveCount(0);
  expect(await keptPaths(page)).not.toContain("/assets/old-1a2b3c4d.js");
});

test("SOFT-16 SOFT-51 SHELL-24 a call is answered and rejected from its notification, and a missed call is shown and counted", async ({
  company,
}) => {
  const alice = await company.signIn("alice");
  const { page } = alice;
  await withWorker(alice);
  const title = await page.title();
  // The tab is behind another: headless browsers show every page.
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  const bob = await company.signIn("bob");
  await watchShown(page);
  const isRinging = ({ requireInteraction }: ShownNote) => requireInteraction;
  let rings = 0;
  const ring = async () => {
    await dial(bob, "101");
    await expect(anyCall(bob)).toHaveAttribute("data-state", "ringing");
    rings += 1;
    // Not `notesOf` before it is shown: Chromium forgets a notification that is being shown while a page asks for all of them.
    await expect.poll(async () => (await shownOn(page)).filter(isRinging).length).toBe(rings);
    expect(await notesOf(page)).toMatchObject([{ title: "Bob Brandt", requireInteraction: true }]);
  };
  await ring();
  await clickNote(page, "answer");
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
  await expect.poll(() => notesOf(page)).toEqual([]);
  // A click during which the call changes is ignored (SOFT-49).
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(alice)).toHaveCount(0);

  await ring();
  await clickNote(page, "reject");
  await expect(anyCall(alice)).toHaveCount(0);
  await expect.poll(() => notesOf(page)).toEqual([]);
  // The voicemail has answered.
  await expect(anyCall(bob)).toHaveAttribute("data-state", "on-call");
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);

  await ring();
  await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
  await expect
    .poll(async () => (await shownOn(page)).filter((note) => !isRinging(note)))
    .toMatchObject([{ title: "Bob Brandt", body: "Missed call · 102", requireInteraction: false }]);
  await expect.poll(() => notesOf(page)).toEqual([]);
  const counted = /^\((\d+)\) /;
  const before = Number(counted.exec(title)?.[1] ?? 0);
  await expect.poll(async () => Number(counted.exec(await page.title())?.[1] ?? 0)).toBeGreaterThan(before);
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^data:image\/png/);
});
