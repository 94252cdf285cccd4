import { anyCall, callWith, dial, expect, expectHears, softphone, test } from "../../support/company/people.ts";
import { listenIn } from "../../support/media/sound.ts";
import { expectMessage } from "../../support/browser/messages.ts";

test.describe("hostile input from others", () => {
  test.describe.configure({ mode: "default" });
  test.use({ isShared: true });

  for (const [kind, first, last] of [
    ["markup", "<script>window.stolen=1</script>", "<img src=x onerror=window.stolen=1>"],
    ["text from right to left", "\u202Eecila", "\u05D0\u05D1\u05D2"],
    ["emoji and quotes", '\u{1F4DE}\u{1F9D1}\u200D\u{1F4BC} "Bob\\', "<sip:101@demo>;tag=x"],
    ["a name without end", "N".repeat(60), "M".repeat(60)],
  ] as const) {
    test(`a caller's name is text: ${kind}`, async ({ company }) => {
      await company.administer("users", "set", "bob", "--first-name", first, "--last-name", last);
      const alice = await company.signIn("alice");
      const bob = await company.signIn("bob");
      await dial(bob, "101");
      await expect(anyCall(alice)).toHaveAttribute("data-state", "ringing");
      await anyCall(alice).getByRole("button", { name: "Accept" }).click();
      await expectHears(alice, bob.voiceHz);
      expect(await alice.page.evaluate(() => "stolen" in window)).toBe(false);
      await expect.poll(() => alice.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await anyCall(alice).getByRole("button", { name: "Hang up" }).click();
      await expect(anyCall(bob)).toHaveCount(0);
    });
  }
});

test.describe("a call nobody answers", () => {
  test.use({ serverEnv: { RING_SECONDS: "2", VOICEMAIL: "0" } });

  test("rings out, and both see why", async ({ company }) => {
    const alice = await company.signIn("alice");
    const bob = await company.signIn("bob");
    await dial(alice, "102");
    await expect(callWith(bob, "Alice Archer")).toHaveAttribute("data-state", "ringing");
    await expectMessage(alice, "does not answer");
    await expect(anyCall(bob)).toHaveCount(0);
    await expect(softphone(bob).getByRole("button", { name: "Calls log" })).toHaveAccessibleDescription(/1/);
  });
});

const WHERE_THE_BUTTON_IS = `{
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "Turn sound on");
  const { left, top, width, height } = button.getBoundingClientRect();
  left + width / 2 + " " + (top + height / 2);
}`;

test.describe("a browser that keeps sound off", () => {
  test("the page shows that it is off, and one click turns it on", async ({ company }) => {
    const alice = await company.signIn("alice", { autoplay: "blocked" });
    const bob = await company.signIn("bob");
    const page = await alice.page.context().newPage(); // a tab that has had no click yet
    await listenIn(page);
    await alice.page.close();
    await page.goto(company.server.address);
    // Locators look with a user's gesture, which would unlock the sound: look without one.
    const devtools = await page.context().newCDPSession(page);
    const look = async (expression: string) => {
      const { result } = await devtools.send("Runtime.evaluate", { expression });
      return String(result.value);
    };
    const text = () => look("document.body.innerText");
    await expect.poll(text).toContain("Registered");
    await dial(bob, "101");
    await expect.poll(text).toContain("The browser keeps sound off");
    const fresh = { ...alice, page };
    const [x = 0, y = 0] = (await look(WHERE_THE_BUTTON_IS)).split(" ").map(Number);
    await page.mouse.click(x, y);
    await expect(page.getByRole("button", { name: "Turn sound on" })).toHaveCount(0);
    await anyCall(fresh).getByRole("button", { name: "Accept" }).click();
    await expectHears(fresh, bob.voiceHz);
  });
});

test.describe("sign-in at the server's own page", () => {
  test.use({ serverEnv: { SIGN_IN: "redirect" } });

  test("returns by authorization code to where one wanted to go", async ({ company }) => {
    const { page } = await company.open("alice", { path: "/buddies" });
    await expect(page).toHaveURL(/\/oauth\/authorize\?.*code_challenge=/);
    await page.getByRole("textbox", { name: "Username" }).fill("alice");
    await page.getByRole("textbox", { name: "Password" }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed login. Invalid email or password.");
    await page.getByRole("textbox", { name: "Password" }).fill("callpanel-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/buddies$/);
    await expect(page.getByRole("status", { name: "Phone status" })).toHaveText("Registered");
  });
});
