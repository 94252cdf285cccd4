import { join } from "node:path";
import {
  anyCall,
  dial,
  expect,
  inBothThemes,
  type Person,
  phoneStatus,
  signIn,
  softphone,
  test,
} from "../../support/company/people.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

/** Where the pictures go; they are looked at by people, the tests look at what a machine can see. */
const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 800, height: 1000 },
  { width: 390, height: 844 },
] as const;

async function picture({ page }: Person, name: string): Promise<void> {
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
}

/** Nothing is cut off at the side, and no text runs out of its button. */
async function expectFits({ page }: Person): Promise<void> {
  const overflowing = () =>
    page.evaluate(() => {
      const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["page"] : [];
      const cut = [...document.querySelectorAll("button, a, h1, h2, label")]
        .filter((one) => one.getClientRects().length > 0 && getComputedStyle(one).textOverflow !== "ellipsis")
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
        .map((one) => `${one.tagName} ${one.textContent}`);
      return [...wide, ...cut];
    });
  await expect.poll(overflowing).toEqual([]);
}

async function openPhone(person: Person): Promise<void> {
  if (!(await softphone(person).isVisible())) await person.page.getByRole("button", { name: "Softphone" }).click();
  await expect(phoneStatus(person)).toHaveText("Registered");
}

for (const viewport of SCREENS) {
  const size = `${viewport.width}x${viewport.height}`;
  test(`a receptionist with calls, ${size}, in both themes`, async ({ company }) => {
    const alice = await company.open("alice", { viewport });
    const look = (name: string) =>
      inBothThemes(alice, async (theme) => {
        await expectFits(alice);
        await picture(alice, `${name}-${size}-${theme}`);
      });
    await expect(alice.page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await look("sign-in");

    await signIn(alice.page, "alice");
    await expect(alice.page.getByRole("listitem", { name: "Bob Brandt" })).toBeVisible();
    await look("buddies");

    await openPhone(alice);
    await look("softphone");
    await softphone(alice).getByRole("button", { name: "Dial pad" }).click();
    await look("dial-pad");
    await softphone(alice).getByRole("button", { name: "Dial pad" }).click();

    await dial(alice, "*43");
    await expect(anyCall(alice).first()).toHaveAttribute("data-state", "on-call");
    await dial(alice, "*86");
    await expect(anyCall(alice)).toHaveCount(2);
    await expect(anyCall(alice).first()).toHaveAttribute("data-state", "on-call");
    const bob = await company.signIn("bob");
    await dial(bob, "101");
    await expect(anyCall(alice)).toHaveCount(3);
    await look("calls");
  });
}
