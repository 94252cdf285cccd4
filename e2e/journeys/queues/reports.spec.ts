import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getQueueCallLog, listQueueCalls, type QueueLogEntry } from "@callpanel/contract";
import { auditPage } from "../../support/hands/audit.ts";
import { expect, type Person, test } from "../../support/company/people.ts";
import { open } from "../../support/company/routes.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

const PICTURES = process.env["SCREENSHOTS_DIR"] ?? "test-results/screens";

/** As the panel asks: with the token of the signed-in person. */
async function ask({ page }: Person, path: string): Promise<unknown> {
  return await page.evaluate(async (from): Promise<unknown> => {
    const authorization = `Bearer ${localStorage.getItem("auth_access_token") ?? ""}`;
    const response = await fetch(`/api/v1/queues/reports/${from}`, { headers: { authorization } });
    return response.json();
  }, path);
}

/** The rows of the log about each call of a period. */
async function storiesOf(person: Person, query: string): Promise<readonly (readonly QueueLogEntry[])[]> {
  const { data } = listQueueCalls.response.parse(await ask(person, `call_details?${query}&limit=1000`));
  const timezone = encodeURIComponent(new URLSearchParams(query).get("timezone") ?? "");
  const stories = [];
  for (const { callid } of data)
    stories.push(getQueueCallLog.response.parse(await ask(person, `logs/${callid}?timezone=${timezone}`)).data);
  return stories;
}

const report = ({ page }: Person) => page.getByRole("table", { name: "Report" });
/** The texts of the table, row by row. */
const rowsOf = async (person: Person): Promise<readonly (readonly string[])[]> =>
  await report(person)
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent ?? "")));
const byFirst = ([one = ""]: readonly (string | undefined)[], [other = ""]: readonly (string | undefined)[]): number =>
  one < other ? -1 : 1;
/** The filter of the address. */
const query = ({ page }: Person): string => {
  const shown = new URL(page.url()).searchParams;
  for (const name of ["type", "scope"]) shown.delete(name);
  return shown.toString();
};

/** The report of last week: this week may have begun today. */
async function openReports(person: Person): Promise<void> {
  await open(person, "/queues/reports", "Queues");
  await person.page.getByRole("radio", { name: "Week" }).check();
  await person.page.getByRole("button", { name: "Previous period" }).click();
  await person.page.getByRole("button", { name: "Show" }).click();
  await expect(report(person)).toBeVisible();
  await expect(person.page).toHaveURL(/start_date=/);
}

test("RPT-4 RPT-9 the figures on the screen and in the file are those of the raw rows of a week", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  await openReports(carol);
  const stories = await storiesOf(carol, query(carol));
  expect(stories.length).toBeGreaterThan(20);
  const count = (event: string, of = stories): number =>
    of.filter((rows) => rows.some((row) => row.event === event)).length;
  // The figures of the period before may still be on the screen.
  await expect
    .poll(async () => (await report(carol).locator("tfoot td").allTextContents()).slice(1, 6))
    .toEqual([
      String(stories.length),
      String(count("CONNECT")),
      String(count("ABANDON")),
      String(count("EXITWITHTIMEOUT")),
      "0",
    ]);
  const byDay = new Map<string, (readonly QueueLogEntry[])[]>();
  for (const story of stories) {
    const day = `${story[0]?.queue_name} ${story[0]?.date.slice(0, 10)}`;
    byDay.set(day, [...(byDay.get(day) ?? []), story]);
  }
  const shown = await report(carol)
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [
        `${row.children[0]?.textContent} ${row.querySelector("time")?.dateTime}`,
        ...[2, 3, 4, 5].map((cell) => row.children[cell]?.textContent),
      ]),
    );
  const wanted = [...byDay].map(([day, of]) => [
    day,
    String(of.length),
    ...["CONNECT", "ABANDON", "EXITWITHTIMEOUT"].map((event) => String(count(event, of))),
  ]);
  expect(shown.toSorted(byFirst)).toEqual(wanted.toSorted(byFirst));

  const downloading = carol.page.waitForEvent("download");
  await carol.page.getByRole("button", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^queue-summary-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  // No cell of this file has a comma: the server's tests read those that do.
  const [bomAndNames = "", ...lines] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  const names = bomAndNames.slice(1).split(",");
  const cell = (line: string, name: string) => line.split(",")[names.indexOf(name)];
  expect(
    lines.map((line) => [
      `${cell(line, "queue_name")} ${cell(line, "date")}`,
      cell(line, "calls"),
      cell(line, "answered"),
    ]),
  ).toEqual(wanted.map(([day, calls, answered]) => [day, calls, answered]).toSorted(byFirst));
});

test("RPT-2 RPT-5 RPT-6 by keyboard alone: another report, the story of a call, and a link that opens the same", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  await openReports(carol);
  const type = page.getByRole("combobox", { name: "Report type" });
  await type.focus();
  await page.keyboard.press("ArrowDown");
  await expect(type).toHaveValue("call_details");
  const show = page.getByRole("button", { name: "Show" });
  while (!(await show.evaluate((button) => button === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const first = page.getByRole("button", { name: /^Open the call of / }).first();
  await expect(first).toBeVisible();
  while (!(await first.evaluate((button) => button === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const story = page.getByRole("complementary", { name: "Call story" });
  await expect(story.getByRole("listitem").first()).toContainText(/ joined at position \d/);
  const [latest] = await storiesOf(carol, query(carol));
  await expect(story.getByRole("listitem")).toHaveCount(latest?.length ?? 0);
  await page.keyboard.press("Escape");
  await expect(story).toHaveCount(0);
  await expect(first).toBeFocused();

  const rows = await rowsOf(carol);
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(type).toHaveValue("call_details");
  await expect(first).toBeVisible();
  await expect.poll(() => rowsOf(carol)).toEqual(rows);
});

test("RPT-7 agent details list the agents who answered, with the counts of the raw rows", async ({ company }) => {
  const carol = await company.signIn("carol");
  await openReports(carol);
  await carol.page.getByRole("combobox", { name: "Report type" }).selectOption("Agent details");
  await carol.page.getByRole("button", { name: "Show" }).click();
  await expect(report(carol)).toContainText("Dave Diaz");
  const rows = (await storiesOf(carol, query(carol))).flat();
  for (const [agent = "", answered, missed] of await rowsOf(carol)) {
    const extension = /\((\d+)\)$/.exec(agent)?.[1];
    const own = rows.filter((row) => row.agent === extension);
    expect([agent, answered, missed]).toEqual([
      agent,
      String(own.filter(({ event }) => event === "CONNECT").length),
      String(own.filter(({ event }) => event === "RINGNOANSWER").length),
    ]);
  }
});

test("RPT-12 a report by mail is saved, is there after a reload, and is deleted", async ({ company }) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  await openReports(carol);
  await page.getByRole("button", { name: "Reports by e-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "Reports by e-mail" });
  await dialog.getByRole("button", { name: "New report by e-mail" }).click();
  await dialog.getByLabel("Name").fill("Monday morning");
  await dialog.getByRole("combobox", { name: "Send" }).selectOption("Every week");
  await dialog.getByLabel("At").fill("07:45");
  await expect(dialog.getByRole("button", { name: "Remove Carol Chen" })).toBeVisible();
  expect(await auditPage(page)).toEqual([]);
  await page.screenshot({ path: join(PICTURES, "reports-by-mail-form.png"), animations: "disabled" });
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = dialog.getByRole("listitem");
  await expect(row).toContainText("Monday morning");
  await expect(row).toContainText("every Monday at 07:45");
  await page.screenshot({ path: join(PICTURES, "reports-by-mail.png"), animations: "disabled" });
  await page.reload();
  await page.getByRole("button", { name: "Reports by e-mail" }).click();
  await row.getByRole("button", { name: "Delete Monday morning" }).click();
  await page.getByRole("dialog", { name: "Delete this report" }).getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test("RPT-10 axe finds no problem on the page, and it does not scroll sideways, wide and narrow, in both themes", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  await openReports(carol);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ media: "screen", colorScheme });
      await page.reload();
      for (const type of ["Queue summary", "Call details", "Agent details"]) {
        await page.getByRole("combobox", { name: "Report type" }).selectOption(type);
        await page.getByRole("button", { name: "Show" }).click();
        await expect(page.getByRole("heading", { level: 2, name: type })).toBeVisible();
        await expect(report(carol)).toBeVisible();
        expect(await auditPage(page)).toEqual([]);
        const { scrolled, wide } = await page.evaluate(() => {
          const main = document.querySelector("main");
          return { scrolled: main?.scrollWidth ?? 0, wide: main?.clientWidth ?? 0 };
        });
        expect(scrolled).toBeLessThanOrEqual(wide);
        const name = `reports-${type.split(" ")[0]?.toLowerCase()}-${viewport.width}-${colorScheme}`;
        await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
      }
      await page.emulateMedia({ media: "print", colorScheme });
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
      await expect(report(carol)).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(246, 248, 250)");
      await page.screenshot({ path: join(PICTURES, `reports-print-${viewport.width}-${colorScheme}.png`) });
    }
});
