import { DEMO_PASSWORD, expect, phoneStatus, signIn, softphone, test } from "../../support/company/people.ts";

test.describe("signing in", () => {
  test.describe.configure({ mode: "default" });
  test.use({ isShared: true });

  test("a wrong password is refused in words, and the typed text stays", async ({ company }) => {
    const { page } = await company.open("alice");
    await signIn(page, "alice", "guess");
    await expect(page.getByRole("alert")).toHaveText("Failed login. Invalid email or password.");
    await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue("alice");
    await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  test("empty fields are required", async ({ company }) => {
    const { page } = await company.open("alice");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Required.")).toHaveCount(2);
    await expect(page.getByRole("textbox", { name: "Username" })).toBeFocused();
  });

  test("Frank may not use the panel", async ({ company }) => {
    const { page } = await company.open("frank");
    await signIn(page, "frank");
    await expect(page.getByRole("alert")).toHaveText(
      "Invalid user session. This user is not allowed to access callpanel",
    );
    await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  });

  test("Erin sees buddies only: no softphone, no other area", async ({ company }) => {
    const erin = await company.open("erin");
    await signIn(erin.page, "erin");
    await expect(erin.page.getByRole("heading", { level: 1 })).toHaveText("Buddies");
    await expect(erin.page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(["Buddies"]);
    await expect(erin.page.getByRole("button", { name: "Softphone" })).toHaveCount(0);
    await expect(softphone(erin)).toHaveCount(0);
  });

  test("a reload keeps the person signed in and registers the phone again", async ({ company }) => {
    const alice = await company.signIn("alice");
    await alice.page.reload();
    await expect(phoneStatus(alice)).toHaveText("Registered");
    await expect(alice.page.getByRole("heading", { level: 1 })).toHaveText("Buddies");
  });

  test("signing out ends the session on the server too", async ({ company }) => {
    const alice = await company.signIn("alice", {}); // a browser that the next journey does not get
    const token = await alice.page.evaluate(() => localStorage.getItem("auth_access_token"));
    await alice.page.getByRole("button", { name: "Account" }).click();
    await alice.page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(alice.page.getByRole("button", { name: "Sign in" })).toBeVisible();
    const headers = { authorization: `Bearer ${token}` };
    await expect
      .poll(async () => (await fetch(`${company.server.address}/api/v1/users/me`, { headers })).status)
      .toBe(401);
    expect(await alice.page.evaluate(() => localStorage.getItem("auth_access_token"))).toBeNull();
  });

  test("dark mode and language are kept", async ({ company }) => {
    const alice = await company.signIn("alice");
    await alice.page.getByRole("button", { name: "Account" }).click();
    await alice.page.getByRole("menuitemcheckbox", { name: "Dark mode" }).click();
    await expect(alice.page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await alice.page.reload();
    await expect(phoneStatus(alice)).toHaveText("Registered");
    await expect(alice.page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});
