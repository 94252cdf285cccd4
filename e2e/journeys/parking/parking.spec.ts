import { join } from "node:path";
import type { Locator } from "@playwright/test";
import {
  anyCall,
  callWith,
  type Company,
  dial,
  expect,
  expectHears,
  expectSilence,
  inBothThemes,
  type Person,
  talk,
  test,
} from "../../support/company/people.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";
/** The strongest note of music on hold. */
const MUSIC_HZ = 392;

const openParking = async ({ page }: Person): Promise<void> => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Parking" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Parking" })).toBeVisible();
};
const slot = ({ page }: Person, number: string): Locator =>
  page.getByRole("listitem", { name: `Slot ${number}`, exact: true });
const menuEntry = ({ page }: Person): Locator => page.getByRole("link", { name: "Parking" });

/** A call waits in this lot for as long as a busy machine needs; in the demo's it goes back after 45 s. */
const PATIENT = { lot: "740", slot: "741" };
const isPatient = new WeakSet<Company>();

/** Alice and Bob talk; Carol has the Parking page open. */
async function trio(company: Company) {
  if (!isPatient.has(company)) {
    isPatient.add(company);
    await company.administer("lots", "add", PATIENT.lot, "Patient", "--slots", "741-742", "--timeout", "600");
  }
  const [alice, bob, carol] = await company.signInTrio();
  await openParking(carol);
  await expect(slot(carol, "701")).toHaveAttribute("data-state", "free");
  await talk(alice, bob, "102");
  return { alice, bob, carol };
}

async function sendTo(person: Person, peer: string, destination: string): Promise<void> {
  await callWith(person, peer).getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = person.page.getByRole("dialog", { name: "Transfer" });
  await dialog.getByRole("combobox", { name: "Destination" }).fill(destination);
  await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
}

async function expectTalking(one: Person, other: Person): Promise<void> {
  await expect(anyCall(one)).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(other)).toHaveAttribute("data-state", "on-call");
  await expectHears(one, other.voiceHz);
  await expectHears(other, one.voiceHz);
}

test.describe("parking", () => {
  test("Carol sees a call that Alice parks, and takes it back with one click", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await callWith(alice, "Bob Brandt").getByRole("button", { name: "Park", exact: true }).click();
    const taken = slot(carol, "701");
    await expect(taken).toHaveAttribute("data-state", "taken");
    await expect(taken).toContainText("Bob Brandt");
    await expect(taken).toContainText("Parked by Alice Archer");
    await expect(taken.getByRole("timer", { includeHidden: true })).toHaveText(/^00:[0-4]\d$/);
    await expect(taken).toContainText(/Returns in 00:(4[0-5]|[0-3]\d)/);
    await expect(slot(carol, "702")).toHaveAttribute("data-state", "free");
    await expect(menuEntry(carol)).toContainText("1");
    await expect(anyCall(alice)).toHaveCount(0);
    await expectHears(bob, MUSIC_HZ);
    await expectSilence(carol);

    await taken.getByRole("button", { name: "Retrieve" }).click();
    await expectTalking(carol, bob);
    await expect(taken).toHaveAttribute("data-state", "free");
    await expect(menuEntry(carol)).toHaveText("Parking");
    await expect(callWith(bob, "Carol Chen")).toBeVisible();
    await expect(callWith(carol, /Bob Brandt|701/)).toBeVisible();
  });

  test("a person who opens the page later sees it too; dialling the slot by hand retrieves the call", async ({
    company,
  }) => {
    const { alice, bob, carol } = await trio(company);
    await sendTo(alice, "Bob Brandt", PATIENT.lot);
    await expect(slot(carol, PATIENT.slot)).toHaveAttribute("data-state", "taken");
    await openParking(alice);
    await expect(slot(alice, PATIENT.slot)).toContainText("Bob Brandt");
    await alice.page.reload();
    await expect(slot(alice, PATIENT.slot)).toContainText("Bob Brandt");
    await dial(carol, PATIENT.slot);
    await expectTalking(carol, bob);
    await expect(slot(carol, PATIENT.slot)).toHaveAttribute("data-state", "free");
    await expect(slot(alice, PATIENT.slot)).toHaveAttribute("data-state", "free");
  });

  test("a caller who gives up frees the slot; an empty slot is not found", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await sendTo(alice, "Bob Brandt", PATIENT.lot);
    await expect(slot(carol, PATIENT.slot)).toHaveAttribute("data-state", "taken");
    await anyCall(bob).getByRole("button", { name: "Hang up" }).click();
    await expect(slot(carol, PATIENT.slot)).toHaveAttribute("data-state", "free");
    await expect(slot(carol, PATIENT.slot).getByRole("button")).toHaveCount(0);
    await dial(carol, PATIENT.slot);
    await expectMessage(carol, "No parked calls");
  });

  test("after the lot's time the call goes back to the person who parked it", async ({ company }) => {
    await company.administer("lots", "add", "730", "Short", "--slots", "731-732", "--timeout", "4");
    const { alice, bob, carol } = await trio(company);
    await expect(slot(carol, "731")).toHaveAttribute("data-state", "free");
    // Looked at in every frame: it is there for four seconds.
    const parked = slot(carol, "731").filter({ hasText: "Bob Brandt" }).waitFor();
    await sendTo(alice, "Bob Brandt", "730");
    await parked;
    await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
    await expect(slot(carol, "731")).toHaveAttribute("data-state", "free");
    await anyCall(alice).getByRole("button", { name: "Accept" }).click();
    await expectTalking(alice, bob);
  });

  test("the page works by keyboard, and fits every screen", async ({ company }) => {
    const { alice, bob, carol } = await trio(company);
    await sendTo(alice, "Bob Brandt", PATIENT.lot);
    await expect(slot(carol, PATIENT.slot)).toHaveAttribute("data-state", "taken");
    for (const [width, height] of [
      [1440, 900],
      [800, 1000],
      [390, 844],
    ] as const) {
      await carol.page.setViewportSize({ width, height });
      await inBothThemes(carol, async (theme) => {
        if (width < 1200 && (await carol.page.getByRole("region", { name: "Softphone" }).isVisible()))
          await carol.page.getByRole("region", { name: "Softphone" }).getByRole("button", { name: "Close" }).click();
        await expect(slot(carol, PATIENT.slot)).toBeVisible();
        const overflows = () =>
          carol.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        await expect.poll(overflows, { message: `${width} px` }).toBe(false);
        await carol.page.screenshot({
          path: join(PICTURES, `parking-${width}-${theme}.png`),
          animations: "disabled",
        });
      });
    }
    await carol.page.setViewportSize({ width: 1440, height: 900 });
    await slot(carol, PATIENT.slot).getByRole("button", { name: "Retrieve" }).focus();
    await carol.page.keyboard.press("Enter");
    await expectTalking(carol, bob);
  });
});
