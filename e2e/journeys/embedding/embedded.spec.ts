import type { FrameLocator, Page } from "@playwright/test";
import { type HostPage, serveHostPage } from "../../support/outside/host-page.ts";
import { anyCall, DEMO_PASSWORD, expect, type Person, test as base } from "../../support/company/people.ts";
import { hear } from "../../support/media/sound.ts";
import { expectMessage } from "../../support/browser/messages.ts";

interface HostPages {
  readonly host: HostPage;
  readonly foreign: HostPage;
}

const test = base.extend<object, HostPages>({
  host: [
    async ({}, use) => {
      const page = await serveHostPage();
      await use(page);
      await page.stop();
    },
    { scope: "worker" },
  ],
  foreign: [
    async ({}, use) => {
      const page = await serveHostPage();
      await use(page);
      await page.stop();
    },
    { scope: "worker" },
  ],
  serverEnv: async ({ host }, use) => use({ EMBED_ORIGINS: host.origin, ALLOWED_ORIGINS: host.origin }),
  isShared: true,
  isWhole: true, // the frame's right to the microphone
});

test.describe.configure({ mode: "default" });

/** The host's page with the panel in its frame. */
const visit = async ({ page }: Person, host: HostPage, address: string): Promise<FrameLocator> => {
  await page.goto(`${host.origin}/?panel=${address}`);
  return page.frameLocator("iframe");
};

async function signIn(panel: FrameLocator, username: string): Promise<void> {
  await panel.getByRole("textbox", { name: "Cloud ID" }).fill("demo");
  await panel.getByRole("textbox", { name: "Username" }).fill(username);
  await panel.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await panel.getByRole("textbox", { name: "Password" }).press("Enter");
}

const shot = (name: string): string => `${process.env["SCREENSHOTS_DIR"] ?? "test-results"}/${name}.png`;

const logOf = async (page: Page): Promise<string> => (await page.locator("#log").textContent()) ?? "";

/** Says something to the panel as the host does. */
const say = (page: Page, message: object) =>
  page.evaluate((data) => {
    document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
  }, message);

test.describe("embedded", () => {
  test("EMBED-9 EMBED-12 a click in the host's page calls, and an incoming call is answered inside the frame", async ({
    company,
    host,
  }) => {
    const alice = await company.open("alice");
    const { address } = company.server;
    const panel = await visit(alice, host, address);
    await signIn(panel, "alice");
    const toolbar = panel.getByRole("banner", { name: "Embedded toolbar" });
    await expect(toolbar.getByRole("heading", { level: 1, name: "Buddies" })).toBeVisible();
    await expect(panel.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expect(panel.getByRole("button", { name: "Softphone" })).toHaveCount(0);
    await expect(alice.page.locator("#phone")).toHaveText("registered");

    const bob = await company.signIn("bob", { isWhole: false });
    await alice.page.getByRole("button", { name: "Call 102" }).click();
    await expect.poll(() => logOf(alice.page)).toContain('"accepted":true');
    // The person's own setting shows the phone with the number; they press Call.
    await panel.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Call", exact: true }).click();
    await anyCall(bob).getByRole("button", { name: "Accept" }).click();
    const call = panel.getByRole("group", { name: /^Call with / });
    await expect(call.first()).toHaveAttribute("data-state", "on-call");
    await expect.poll(() => logOf(alice.page)).toContain('"state":"on-call"');
    await expect.poll(async () => Math.abs((await hear(bob.page)).frequencyHz - alice.voiceHz) < 25).toBe(true);
    await call.first().getByRole("button", { name: "Hang up" }).click();
    await expect.poll(() => logOf(alice.page)).toContain('"state":"ended"');
    await expect(panel.getByRole("region", { name: "Softphone" })).toBeHidden();

    await bob.page.getByRole("region", { name: "Softphone" }).getByRole("combobox", { name: "Number" }).fill("101");
    await bob.page.keyboard.press("Enter");
    await call.getByRole("button", { name: "Accept" }).click();
    await expect(call.first()).toHaveAttribute("data-state", "on-call");
    await expect(anyCall(bob).first()).toHaveAttribute("data-state", "on-call");
    await call.first().getByRole("button", { name: "Hang up" }).click();
    await expect(anyCall(bob)).toHaveCount(0);
  });

  test("EMBED-5 a sign-in with redirect=chat leads to chat, which fits into 390x844 in a frame of another origin", async ({
    company,
    host,
  }) => {
    const alice = await company.open("alice", { viewport: { width: 390, height: 844 } });
    const { page } = alice;
    const panel = await visit(alice, host, company.server.address);
    await expect(panel.getByRole("textbox", { name: "Cloud ID" })).toBeVisible();
    await page.evaluate((src) => {
      const frame = document.querySelector("iframe");
      if (frame !== null) frame.src = src;
    }, `${company.server.address}/embedded_login?embedded=true&redirect=chat&cloud_id=demo&username=alice`);
    await expect(panel.getByRole("textbox", { name: "Username" })).toHaveValue("alice");
    await panel.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
    await panel.getByRole("textbox", { name: "Password" }).press("Enter");
    await expect(panel.getByRole("tab", { name: "Direct messages" })).toBeVisible();
    await expect(panel.getByRole("banner", { name: "Embedded toolbar" })).toHaveCount(0);
    await page.screenshot({ path: shot("embedded-chat-list") });
    await panel.getByRole("tab", { name: "Direct messages" }).click();
    await panel.getByRole("listitem", { name: "Bob Brandt", exact: true }).click();
    const field = panel.getByRole("textbox", { name: "Message", exact: true });
    await field.fill("from a frame");
    await field.press("Enter");
    const log = panel.getByRole("log", { name: "Messages" });
    await expect(log.getByRole("article").filter({ hasText: "from a frame" })).toHaveAttribute(
      "data-state",
      /sent|read/,
    );
    const isWhole = () => panel.locator("body").evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await expect.poll(isWhole).toBe(true);
    await page.screenshot({ path: shot("embedded-chat-room") });
  });

  test("EMBED-8 the host signs a person in, and the password cannot be read from the frame", async ({
    company,
    host,
  }) => {
    const alice = await company.open("alice");
    const panel = await visit(alice, host, company.server.address);
    await expect(panel.getByRole("textbox", { name: "Cloud ID" })).toBeVisible();
    // The form may be drawn before the page listens; it says when it does.
    await expect.poll(() => logOf(alice.page)).toContain('"signedIn":false');
    const credential = { cloud_id: "demo", username: "alice", password: "wrong" };
    await say(alice.page, { type: "callpanel:sign_in", credential });
    await expect(panel.getByRole("alert")).toHaveText("Failed login. Invalid email or password.");
    await expect.poll(() => logOf(alice.page)).toContain('"ok":false');
    await say(alice.page, {
      type: "callpanel:sign_in",
      credential: { ...credential, password: DEMO_PASSWORD },
      language: "fr-CA",
    });
    await expect(panel.getByRole("heading", { level: 1, name: "Collègues" })).toBeVisible();
    await expect.poll(() => logOf(alice.page)).toContain('"ok":true');
  });

  test("EMBED-10 EMBED-11 a foreign page may not show the panel, and its messages are ignored", async ({
    company,
    foreign,
  }) => {
    const alice = await company.open("alice");
    await alice.page.goto(`${foreign.origin}/?panel=${company.server.address}`);
    await expect
      .poll(() => alice.page.frames().map((frame) => frame.url()))
      .toContainEqual(expect.stringMatching(/^chrome-error:/));
    await say(alice.page, { type: "callpanel:hello" });
    expect(await logOf(alice.page)).toBe("");
  });

  test("SERVER-62 a page of a listed origin signs in and reads, by fetch and by socket; one of another origin gets nothing", async ({
    company,
    host,
    foreign,
  }) => {
    const { page } = await company.open("alice");
    const { address } = company.server;
    const use = async (origin: string) => {
      await page.goto(`${origin}/host.js`);
      return page.evaluate(useApi, { address, password: DEMO_PASSWORD });
    };
    expect(await use(host.origin)).toEqual({ config: "v1", user: "alice", sockets: ["open", "open"] });
    expect(await use(foreign.origin)).toEqual({ config: "refused", user: "refused", sockets: ["closed", "closed"] });
  });

  // The last one: it leaves Alice with another start page.
  test("EMBED-1 EMBED-3 EMBED-4 by keyboard at 390x844: pages, the heart, and the landing page of the next sign-in", async ({
    company,
  }) => {
    const alice = await company.open("alice", { viewport: { width: 390, height: 844 } });
    const { page } = alice;
    await page.goto(`${company.server.address}/embedded_login?embedded=true&cloud_id=demo&username=alice`);
    await page.getByRole("textbox", { name: "Password" }).focus();
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Buddies" })).toBeVisible();
    await expect(page.getByRole("listitem", { name: "Bob Brandt" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.screenshot({ path: shot("embedded-buddies") });
    await page.getByRole("button", { name: "Pages" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Buddies" })).toBeFocused();
    await page.screenshot({ path: shot("embedded-pages") });
    await page.getByRole("link", { name: "Parking" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Parking" })).toBeVisible();
    const heart = page.getByRole("button", { name: "Start page" });
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.focus();
    await page.keyboard.press("Space");
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expectMessage(alice, "This is now your start page");
    await page.screenshot({ path: shot("embedded-parking") });
    await page.reload();
    await expect(page.getByRole("banner", { name: "Embedded toolbar" })).toBeVisible();
    await page.goto(`${company.server.address}/embedded_login?embedded=true`);
    await expect(page.getByRole("heading", { level: 1, name: "Parking" })).toBeVisible();
  });
});

/** Runs in the page. */
async function useApi({ address, password }: { address: string; password: string }) {
  const read = async (path: string, init: RequestInit, field: string): Promise<string> => {
    try {
      const answer: unknown = await (await fetch(`${address}${path}`, init)).json();
      return String(Object.entries(answer ?? {}).find(([name]) => name === field)?.[1]);
    } catch {
      return "refused";
    }
  };
  const opens = (path: string, protocols: string[]) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${address.replace("http", "ws")}${path}`, protocols);
      socket.addEventListener("open", () => resolve("open"));
      socket.addEventListener("error", () => resolve("closed"));
    });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ grant_type: "password", username: "alice", password });
  const token = await read("/api/oauth/token", { method: "POST", headers, body }, "access_token");
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  return {
    config: await read("/config.json", {}, "api_version"),
    user: await read("/api/v1/users/me", bearer, "username"),
    sockets: [await opens("/sip", ["sip"]), await opens("/events", [])],
  };
}
