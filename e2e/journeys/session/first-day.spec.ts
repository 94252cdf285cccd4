/** A new person's first day: in the panel, on a telephone's screen, and in another application's page. */
import type { Frame, FrameLocator, Page } from "@playwright/test";
import { openGateway } from "../../support/outside/gateway.ts";
import { type Hands, keyboardOf, POINTER } from "../../support/hands/hands.ts";
import { type HostPage, serveHostPage } from "../../support/outside/host-page.ts";
import {
  anyCall,
  callWith,
  type Company,
  dial,
  expect,
  expectHears,
  type Person,
  test as base,
} from "../../support/company/people.ts";
import { registrations } from "../../support/server.ts";
import { expectMessage } from "../../support/browser/messages.ts";

const NORA = { username: "nora", password: "first-day-of-nora", extension: "130", direct: "+14165550177" };
const NORA_HZ = 800; // of people without a voice of their own (support/browser.ts)
const CALLER = { number: "+16045550199", name: "WIRELESS CALLER" };
const CALLER_HZ = 700;
const CONTACTS = [
  "First name,Last name,Company,Phone number,Use as caller id",
  "Zoe,Zimmer,Harbour Foods,604 555 0199,yes",
  "Quinn,Quill,,(204) 555-0142,",
].join("\n");

/** Where the panel is: a page, or a frame of the host's page. */
interface Place {
  readonly panel: Page | FrameLocator;
  readonly page: Page;
  /** Where its sound is. */
  readonly sound: () => Page | Frame;
  readonly hands: Hands;
  /** Goes to a page of the panel by its address. */
  readonly go: (path: string) => Promise<void>;
}

const test = base.extend<{ host: HostPage }>({
  host: async ({}, use) => {
    const page = await serveHostPage();
    await use(page);
    await page.stop();
  },
  serverEnv: async ({ host }, use) => use({ EMBED_ORIGINS: host.origin, SIGN_IN: "redirect", VOICEMAIL: "0" }),
});

test("a new person signs in by the OAuth redirect and gets the page they asked for; calls follow their settings", async ({
  company,
}) => {
  await begin(company);
  const { page } = await company.open(NORA.username, { path: "/contacts" });
  await signIn(page, POINTER);
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
  await expectAt(page, "/contacts");
  await spendTheDay(company, inPage(page, POINTER));
});

test("the same on a telephone's screen, by keyboard alone", async ({ company }) => {
  await begin(company);
  const { page } = await company.open(NORA.username, { path: "/contacts", viewport: { width: 390, height: 844 } });
  const hands = keyboardOf(page);
  await signIn(page, hands);
  await expectAt(page, "/contacts");
  await spendTheDay(company, inPage(page, hands));
});

test("the same in the page of another application", async ({ company, host }) => {
  await begin(company);
  // Of a page that goes nowhere by itself: the panel would be on its way to the sign-in page.
  const { page } = await company.open(NORA.username, { path: "/healthz" });
  await page.goto(`${host.origin}/?panel=${company.server.address}`);
  const panel = page.frameLocator("iframe");
  await panel.getByRole("textbox", { name: "Cloud ID" }).fill("demo");
  await panel.getByRole("textbox", { name: "Username" }).fill(NORA.username);
  await panel.getByRole("textbox", { name: "Password" }).fill(NORA.password);
  await panel.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(panel.getByRole("banner", { name: "Embedded toolbar" })).toBeVisible();
  await spendTheDay(company, {
    panel,
    page,
    hands: POINTER,
    sound: () => page.frames()[1] ?? page,
    go: async (path) => {
      const address = `${company.server.address}${path}?embedded=true`;
      await page.locator("iframe").evaluate((frame, to) => frame.setAttribute("src", to), address);
    },
  });
});

const inPage = (page: Page, hands: Hands): Place => ({
  panel: page,
  page,
  hands,
  sound: () => page,
  go: async (path) => void (await page.goto(new URL(path, page.url()).href)),
});

const expectAt = (page: Page, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);

/** An administrator adds the person and their direct number. */
async function begin(company: Company): Promise<void> {
  const names = ["--first-name", "Nora", "--last-name", "Novak", "--extension", NORA.extension];
  await company.administer("users", "add", NORA.username, ...names, "--password", NORA.password);
  await company.administer("numbers", "add", NORA.direct, "Nora direct", "--to", NORA.extension);
}

async function signIn(page: Page, { press, write }: Hands): Promise<void> {
  await write(page.getByRole("textbox", { name: "Username" }), NORA.username);
  await write(page.getByRole("textbox", { name: "Password" }), NORA.password);
  await press(page.getByRole("button", { name: "Sign in" }));
}

async function spendTheDay(company: Company, place: Place): Promise<void> {
  const { panel } = place;
  await place.go("/contacts");
  await importContacts(place);

  // Her page was loaded: a call that comes before her phone is back would find none.
  await expect.poll(() => registrations(company.server.address)).toBe(1);
  const gateway = await openGateway(company);
  const inbound = gateway.call(NORA.direct, CALLER);
  const call = panel.getByRole("group", { name: "Call with Zoe Zimmer" });
  await place.hands.press(call.getByRole("button", { name: "Accept" }));
  await gateway.speak(inbound, CALLER_HZ);
  await expectHears({ username: NORA.username, page: place.sound() }, CALLER_HZ);
  await gateway.expectHears(inbound, NORA_HZ);
  inbound.hangUp();
  await expect(call).toHaveCount(0);

  const [alice, bob] = [await company.signIn("alice"), await company.signIn("bob")];
  await place.go("/settings/phone_status");
  await setDoNotDisturb(place, alice);
  await setForward(place, alice, bob);
  await setFollowMe(place, alice, bob);
}

async function importContacts({ panel, page, hands: { press } }: Place): Promise<void> {
  await press(panel.getByRole("main").getByRole("button", { name: "More" }).first());
  await press(panel.getByRole("menuitem", { name: "Import…" }));
  const dialog = panel.getByRole("dialog", { name: "Import shared contacts" });
  const file = { name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(CONTACTS) };
  const chooser = page.waitForEvent("filechooser");
  await press(dialog.getByRole("button", { name: "Choose file" }));
  await (await chooser).setFiles(file);
  await press(dialog.getByRole("button", { name: "Check rows" }));
  await press(dialog.getByRole("button", { name: "Import 2 contacts" }));
  await expect(dialog.getByRole("status")).toContainText("2 contacts added");
  await press(dialog.getByRole("button", { name: "Close" }).last());
}

async function setDoNotDisturb({ panel, hands: { press } }: Place, caller: Person): Promise<void> {
  const dnd = panel.getByRole("switch", { name: "Do not disturb" });
  await press(dnd);
  await expect(caller.page.getByRole("listitem", { name: "Nora Novak" })).toHaveAttribute("data-presence", "busy");
  await dial(caller, NORA.extension);
  await expectMessage(caller, "is busy");
  await press(dnd);
  await expect(caller.page.getByRole("listitem", { name: "Nora Novak" })).toHaveAttribute("data-presence", "online");
}

async function setForward({ panel, hands: { press, write } }: Place, caller: Person, third: Person): Promise<void> {
  await write(panel.getByRole("combobox", { name: "Forward to" }), "102");
  await press(panel.getByRole("button", { name: "Save" }));
  await expect(panel.getByText("Calls are forwarded to 102").first()).toBeVisible();
  await dial(caller, NORA.extension);
  await answerAndHangUp(caller, third);
  await expect(panel.getByRole("group", { name: /^Call with / })).toHaveCount(0);
  await press(panel.getByRole("switch", { name: "Call forward" }));
  await expect(panel.getByText("Calls are not forwarded").first()).toBeVisible();
}

async function setFollowMe(
  { panel, sound, hands: { press, write } }: Place,
  caller: Person,
  third: Person,
): Promise<void> {
  await press(panel.getByRole("switch", { name: "Follow-me" }));
  await write(panel.getByRole("spinbutton", { name: "Ring my phones first (seconds)" }), "3");
  await press(panel.getByRole("button", { name: "Add number" }));
  await write(panel.getByRole("combobox", { name: "Number 1" }), "102");
  await press(panel.getByRole("button", { name: "Save" }));
  await expectMessage({ page: sound() }, "Settings saved");
  await dial(caller, NORA.extension);
  await expect(panel.getByRole("group", { name: "Call with Alice Archer" })).toHaveAttribute("data-state", "ringing");
  await answerAndHangUp(caller, third);
  await expect(panel.getByRole("group", { name: /^Call with / })).toHaveCount(0);
}

async function answerAndHangUp(caller: Person, third: Person): Promise<void> {
  await callWith(third, "Alice Archer").getByRole("button", { name: "Accept" }).click();
  await expectHears(caller, third.voiceHz);
  await expectHears(third, caller.voiceHz);
  await anyCall(caller).getByRole("button", { name: "Hang up" }).click();
  await expect(anyCall(third)).toHaveCount(0);
}
