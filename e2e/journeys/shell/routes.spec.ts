import {
  anyCall,
  callWith,
  type Company,
  DEMO_PASSWORD,
  expect,
  type Person,
  phoneStatus,
  signIn,
  softphone,
  test,
} from "../../support/company/people.ts";
import { go, open, PAGES } from "../../support/company/routes.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const heading = ({ page }: Person) => page.getByRole("heading", { level: 1 });
const expectAt = async ({ page }: Person, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);
const numberField = (person: Person) => softphone(person).getByRole("combobox", { name: "Number" });

/** Changes the person's own click-to-dial by the call that the settings page makes. */
async function chooseClickToDial({ page }: Person, destination: string): Promise<void> {
  const status = await page.evaluate(async (wanted) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("auth_access_token")}`,
      "content-type": "application/json",
    };
    const me: { readonly id: number } = await (await fetch("/api/v1/users/me", { headers })).json();
    const body = JSON.stringify({ destination: wanted });
    return (await fetch(`/api/v1/users/${me.id}/click_to_dial`, { method: "PUT", headers, body })).status;
  }, destination);
  expect(status).toBe(200);
}

const followLink = async (company: Company, { page }: Person, link: string) =>
  page.goto(`${company.server.address}/dialer/${encodeURIComponent(link)}`);

// In one company: the last of them changes how links of Alice dial.
test.describe.configure({ mode: "default" });
test.use({ isShared: true });

test("every address leads to its page, for a user with all rights and for Erin", async ({ company }) => {
  const carol = await company.signIn("carol");
  for (const { path, title } of PAGES) {
    await open(carol, path, title);
    await expectAt(carol, path);
    // SHELL-24: unread messages are counted before it.
    await expect.poll(async () => (await carol.page.title()).replace(/^\(\d+\) /, "")).toBe(`${title} · callpanel`);
  }
  for (const [address, leadsTo, title] of [
    ["/buddies", "/buddies", "Buddies"],
    ["/queues", "/queues/dashboard", "Queues"],
    ["/settings", "/settings/phone_status", "Phone status"],
    ["/PARKING", "/PARKING", "Parking"],
    ["/chat/c/GENERAL/thread", "/chat/c/GENERAL/thread", "Chat"],
    ["/voicemails/inbox/7", "/voicemails/inbox/7", "Voicemail"],
    ["/CHAT", "/", "Buddies"],
    ["/chat/x", "/", "Buddies"],
    ["/parking/", "/", "Buddies"],
    ["/nothing/like/it", "/", "Buddies"],
    ["/login", "/", "Buddies"],
  ] as const) {
    await go(carol, address);
    await expectAt(carol, leadsTo);
    await expect(heading(carol)).toHaveText(title);
  }
  await carol.page.goto(`${company.server.address}/403`);
  await expectAt(carol, "/");

  const erin = await company.open("erin");
  await signIn(erin.page, "erin");
  await expect(heading(erin)).toHaveText("Buddies");
  for (const { path } of PAGES) {
    await go(erin, path);
    await expectAt(erin, "/");
    await expect(heading(erin)).toHaveText("Buddies");
  }
  await erin.page.getByRole("button", { name: "Account" }).click();
  await expect(erin.page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expect(erin.page.getByRole("menuitem", { name: "Settings" })).toHaveCount(0);
});

test("a deep link survives the sign-in, by the keyboard alone; the menu and the settings need no pointer", async ({
  company,
}) => {
  const alice = await company.open("alice", { path: "/settings/devices?from=mail" });
  await expectAt(alice, "/login");
  const { keyboard } = alice.page;
  await expect(alice.page.getByRole("textbox", { name: "Username" })).toBeFocused();
  await keyboard.type("alice");
  await keyboard.press("Tab");
  await keyboard.type(DEMO_PASSWORD);
  await keyboard.press("Enter");
  await expect(heading(alice)).toHaveText("Devices");
  expect(alice.page.url()).toBe(`${company.server.address}/settings/devices?from=mail`);

  await alice.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Parking" }).focus();
  await keyboard.press("Enter");
  await expect(heading(alice)).toHaveText("Parking");
  await alice.page.getByRole("link", { name: "Skip to the page" }).focus();
  await keyboard.press("Enter");
  await expect(alice.page.getByRole("main")).toBeFocused();
  await alice.page.getByRole("button", { name: "Account" }).focus();
  await keyboard.press("Enter");
  const settings = alice.page.getByRole("menuitem", { name: "Settings" });
  await expect(settings).toBeVisible();
  for (let count = 0; count < 4 && !(await settings.evaluate((one) => one === document.activeElement)); count += 1)
    await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect.poll(() => new URL(alice.page.url()).pathname).toMatch(/^\/settings\//);
  await expect(heading(alice)).not.toHaveText("Parking");
});

test("a link dials as the user's setting says, and never by itself without it", async ({ company }) => {
  const bob = await company.signIn("bob");
  const alice = await company.open("alice", { path: "/dialer/tel%3A102" });
  await signIn(alice.page, "alice");
  await expect(phoneStatus(alice)).toHaveText("Registered");
  await expectAt(alice, "/");
  await expect(numberField(alice)).toHaveValue("102");
  await expect(anyCall(alice)).toHaveCount(0);

  await followLink(company, alice, "javascript:alert(1)");
  await expect(alice.page.getByRole("alert").filter({ hasText: "Invalid number" })).toBeVisible();
  await expect(phoneStatus(alice)).toHaveText("Registered");

  await chooseClickToDial(alice, "callPanelDial");
  await followLink(company, alice, "*96102");
  await expect(numberField(alice)).toHaveValue("*96102");
  await expect(anyCall(alice)).toHaveCount(0);
  await followLink(company, alice, "tel:102;phone-context=demo");
  await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
  await anyCall(alice).first().getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(bob)).toHaveCount(0);

  await chooseClickToDial(alice, "dialAfterOriginate");
  await followLink(company, alice, "102");
  await expectMessage(alice, "Your phone rings. Answer it, and 102 is called.");
  await expect(anyCall(bob)).toHaveCount(0);
  await anyCall(alice).getByRole("button", { name: "Accept" }).click();
  await anyCall(bob).getByRole("button", { name: "Accept" }).click();
  await expect(anyCall(alice)).toHaveAttribute("data-state", "on-call");
});

test.describe("with the server's sign-in page", () => {
  test.use({ serverEnv: { SIGN_IN: "redirect" }, isShared: false });

  test("the OAuth redirect leads to the deep link", async ({ company }) => {
    const alice = await company.open("alice", { path: "/parking?slot=702" });
    await signIn(alice.page, "alice");
    await expect(heading(alice)).toHaveText("Parking");
    expect(alice.page.url()).toBe(`${company.server.address}/parking?slot=702`);
  });
});
