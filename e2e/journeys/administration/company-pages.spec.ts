import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditPage } from "../../support/hands/audit.ts";
import { DEMO_PASSWORD } from "../../support/company/demo.ts";
import { expectAudited, expectOpensAndCloses, expectShownOnce } from "../../support/hands/dialogs.ts";
import { expect, expectHears, inBothThemes, signIn, talk, test } from "../../support/company/people.ts";
import { runCommand, startServer } from "../../support/server.ts";

const SCREENS = process.env["SCREENSHOTS_DIR"];
const BACKUPS = mkdtempSync(join(tmpdir(), "callpanel-backups-"));
/** With what is there when the page is loaded: a heading, or a row. */
const PAGES = [
  ["overview", "Now"],
  ["numbers", "Support line"],
  ["numbers/hours/new", "New schedule"],
  ["lots", "Main"],
  ["lines/trunks/new", "New line"],
  ["company", "Company file"],
  ["activity", "Calls in progress"],
  ["backup", "Restore"],
] as const;

test.use({ serverEnv: { BACKUP_DIR: BACKUPS } });
test.afterAll(() => rmSync(BACKUPS, { recursive: true, force: true }));

test("SHELL-39 COMPANY-10 COMPANY-20 COMPANY-21 COMPANY-22 ACTIVITY-2 ACTIVITY-6 STORY-5 BACKUP-1 BACKUP-5 BACKUP-14 a back-up is made during a call, restored into a second folder where people sign in, and restored over the company from the page", async ({
  company,
}) => {
  await company.administer("groups", "join", "administrators", "grace");
  const alice = await company.signIn("alice");
  const bob = await company.signIn("bob");
  await talk(alice, bob, "102");
  await expectHears(bob, alice.voiceHz);
  const grace = await company.signIn("grace", { path: "/administration/backup" });
  const { page } = grace;
  await test.step("the call is heard while the back-up is taken and checked; whether it has a gap measures bench/phone/backup-call.bench.ts", async () => {
    for (const [button, done] of [
      ["Back up now", /^A back-up was taken/],
      [/^Check the back-up of/, /^The back-up is complete/],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      const ended = page.getByText(done);
      do await expectHears(bob, alice.voiceHz);
      while (!(await ended.isVisible()));
      await expect(ended).toBeVisible();
    }
  });

  await test.step("the call is on the page of activity while it lasts; a lock is lifted by keyboard", async () => {
    for (let time = 0; time < 5; time += 1)
      await fetch(`${company.server.address}/api/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ grant_type: "password", username: "erin", password: "not the password" }),
      });
    await page.goto(new URL("/administration/activity", company.server.address).href);
    const calls = page.getByRole("list", { name: "Calls in progress" });
    await expect(calls).toContainText("Alice Archer");
    await expect(page.getByRole("list", { name: "Registrations" })).toContainText("127.0.0.1");
    await page.getByRole("button", { name: /^Unlock: Erin/ }).press("Enter");
    await expect(page.getByText("Nothing is locked.")).toBeVisible();
    await page.getByRole("list", { name: "Recent calls" }).getByRole("link").first().press("Enter");
    const ladder = page.getByRole("list", { name: "SIP messages" });
    await expect(ladder).toContainText("INVITE");
    await ladder.locator("summary").first().press("Enter");
    await expect(ladder.getByText("Call-ID").first()).toBeVisible();
    await expect(ladder).not.toContainText("Digest");
    expect(await auditPage(page)).toEqual([]);
    if (SCREENS !== undefined)
      await page.screenshot({
        path: join(SCREENS, "administration-story.png"),
        fullPage: true,
        animations: "disabled",
      });
  });

  await test.step("the pages of the company are accessible, wide and narrow, in both themes", async () => {
    for (const [path, shown] of PAGES) {
      await page.goto(new URL(`/administration/${path}`, company.server.address).href);
      const heading = page.getByRole("heading", { name: shown, exact: true });
      await expect(heading.or(page.getByRole("listitem", { name: shown, exact: true }))).toBeVisible();
      await inBothThemes(grace, async (theme) => {
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          if (SCREENS !== undefined)
            await page.screenshot({
              path: join(SCREENS, `administration-${path.replaceAll("/", "-")}-${width}-${theme}.png`),
              animations: "disabled",
            });
          expect([path, width, theme, await auditPage(page)]).toEqual([path, width, theme, []]);
        }
      });
    }
  });

  await test.step("the dialogs of the company are accessible, take the focus, and return it", async () => {
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const password = () => page.getByRole("dialog").getByLabel("Your password", { exact: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(new URL("/administration/company", company.server.address).href);
    await expectOpensAndCloses(grace, button("New application"), "New application");
    await button("New application").press("Enter");
    await expect(page.getByRole("dialog", { name: "New application" })).toBeVisible();
    await page.keyboard.type("Shop");
    await page.getByRole("textbox", { name: "Redirect addresses" }).fill("https://shop.example/callback");
    await password().fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expectShownOnce(grace, "Shop is ready", button("New application"));
    const renew = button("New secret for Shop");
    await expectOpensAndCloses(grace, renew, "New secret for Shop?");
    await renew.press("Enter");
    await password().fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expectShownOnce(grace, "New secret for Shop", renew);
    await expectOpensAndCloses(grace, button("Remove Shop"), "Remove Shop?");
    const saved = page.waitForEvent("download");
    await button("Download").click();
    const yaml = await readFile(await (await saved).path(), "utf8");
    const file = { name: "company.yaml", mimeType: "text/yaml", buffer: Buffer.from(yaml.replace("Bob", "Robert")) };
    const chooser = page.waitForEvent("filechooser");
    await button("Choose a file").press("Enter");
    await (await chooser).setFiles(file);
    await expectAudited(grace, "1 change");
    await page.keyboard.press("Escape");
    await expect(button("Choose a file")).toBeFocused();
    await page.goto(new URL("/administration/lines/trunks/new", company.server.address).href);
    await page.getByRole("textbox", { name: "SIP username" }).fill("carrier");
    await page.keyboard.press("Enter");
    await expectAudited(grace, "The line was added");
    await page.keyboard.press("Enter");
    await expectOpensAndCloses(grace, button("Delete"), "Delete carrier?");
  });

  await test.step("the people of the first server sign in at the second", async () => {
    const [name = ""] = readdirSync(BACKUPS).filter((one) => /^\d{4}-/.test(one));
    const path = await mkdtemp(join(tmpdir(), "callpanel-e2e-"));
    const folder = { path, remove: () => rm(path, { recursive: true, force: true }) };
    await runCommand(folder, ["backup", "restore", BACKUPS, name]);
    const second = await startServer(folder, { env: { DEMO: "0", BACKUP_DIR: "" } });
    try {
      const answer = await fetch(`${second.address}/api/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ grant_type: "password", username: "carol", password: DEMO_PASSWORD }),
      });
      expect(answer.status).toBe(200);
      const carol = await company.open("carol", { address: second.address });
      await company.enter(carol);
      await expect(carol.page.getByRole("listitem", { name: "Alice Archer" })).toBeVisible();
    } finally {
      await second.stop();
      await folder.remove();
    }
  });

  await test.step("the browser loads a back-up; restored from the page, the company is as it was then", async () => {
    const zed = ["zed", "--first-name", "Zed", "--last-name", "Zorn", "--extension", "199"];
    await company.administer("users", "add", ...zed, "--password", DEMO_PASSWORD);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(new URL("/administration/backup", company.server.address).href);
    await page.getByRole("button", { name: /^Download the back-up of/ }).click();
    await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill(DEMO_PASSWORD);
    expect(await auditPage(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toMatch(/^callpanel-.+\.zip$/);
    await page.getByRole("button", { name: /^Restore the back-up of/ }).click();
    await expect(page.getByRole("row", { name: /^People 25 24$/ })).toBeVisible();
    if (SCREENS !== undefined)
      await page.screenshot({ path: join(SCREENS, "administration-restore.png"), animations: "disabled" });
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole("button", { name: "Restore and restart" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Restore and restart" })).toBeDisabled();
    const label = await dialog.getByText(/^Type .+ to confirm$/).innerText();
    if (SCREENS !== undefined)
      await page.screenshot({ path: join(SCREENS, "administration-restore-dialog.png"), animations: "disabled" });
    expect(await auditPage(page)).toEqual([]);
    await dialog
      .getByRole("textbox", { name: label, exact: true })
      .fill(/^Type (.+) to confirm$/.exec(label)?.[1] ?? "");
    await dialog.getByLabel("Your password", { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    const statusOf = async (username: string) =>
      (
        await fetch(`${company.server.address}/api/oauth/token`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
        })
      ).status;
    expect([await statusOf("carol"), await statusOf("zed")]).toEqual([200, 400]);
    await signIn(page, "grace");
    const remove = page.getByRole("button", { name: /^Delete the data replaced on/ });
    await expectOpensAndCloses(grace, remove, /^Delete the data replaced on/);
  });
});
