/**
 * What one administrator changes, seen on the screen of another: from the request that saves it to the frame that shows it, in a
 * real browser, against the built server in a process of its own. One person is renamed again and again, in a company of 24 and in
 * one of 5,000; and the list of people is searched and filtered.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passes } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { endpoints, tokenSchema, type CompanyPerson } from "@callpanel/contract";
import { launchBrowser } from "../../e2e/support/browser/browser.ts";
import { createServerFolder, runCommand, startServer } from "../../e2e/support/server.ts";
import { bigCompany, REALM, WATCHER } from "../load/big-company.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const COMPANIES = [24, 5_000];
const CHANGES = 40;
const WARM_UP = 5;
/** People do not save faster. */
const PAUSE_MS = 250;
const BOUND_MS = 200; // issue 17, figures
/** Words of names, a department, a state and an extension. */
const SEARCHES = [
  "search=abara",
  "search=x 4",
  "search=warehouse",
  "search=1042",
  "state=active",
  "start=4000&limit=25",
];
const SEARCH_ROUNDS = 20;
const SEARCH_BOUND_MS = 50; // issue 17 §3
const PASSWORD = "password-of-the-bench";
const PEOPLE_PATH = "/api/v1/administration/people";
/** First by name, so in sight everywhere. */
const CHANGED = { username: "changed", first_name: "Aaron", last_name: "Aa 0", extension: "9998" } as const;

export async function run(report: Report): Promise<void> {
  for (const people of COMPANIES) await measure(report, people);
}

async function measure(report: Report, people: number): Promise<void> {
  const folder = await createServerFolder();
  const scratch = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const files = [bigCompany(people - 4), JSON.stringify({ realm: REALM, users: officeOf() })];
  for (const [at, text] of files.entries()) {
    const file = join(scratch, `company${at}.yaml`);
    await writeFile(file, text);
    await runCommand(folder, ["import", file, "--create"]);
  }
  const server = await startServer(folder, { env: { DEMO: "0", REALM } });
  const browser = await launchBrowser(scratch, WATCHER.username);
  try {
    const list = await open("second", PASSWORD, "/administration/people");
    const token = await signIn(server.address);
    const figure = (what: string, samples: readonly number[], bound = BOUND_MS): void =>
      report({
        name: `a company of ${people}: ${what}, p95`,
        value: percentile(samples, 95),
        unit: "ms",
        bound,
        better: "lower",
        against: "bound of issue 17",
      });

    let person = await find(server.address, token, CHANGED.username);
    const renamed = await timed(async (count) => {
      const name = `Aa ${count}`;
      await watchFor(list, { text: name, isThere: true });
      return async () => {
        person = await rename(server.address, token, { ...person, last_name: name });
        return list;
      };
    });
    figure("a person is renamed, saved", renamed.saved);
    figure("a person is renamed, seen in the list of another administrator", renamed.seen);

    const searched: number[] = [];
    for (const word of SEARCHES.flatMap((one) => Array<string>(SEARCH_ROUNDS).fill(one))) {
      const at = performance.now();
      await ask(server.address, token, `${PEOPLE_PATH}?${word}`);
      searched.push(performance.now() - at);
    }
    figure("the list of people is searched and filtered", searched, SEARCH_BOUND_MS);
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
    await rm(scratch, { recursive: true, force: true });
  }

  async function open(username: string, password: string, path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${server.address}${path}`);
    await page.getByRole("textbox", { name: "Username" }).fill(username);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Aaron Aa 0").first().waitFor({ timeout: 120_000 });
    return page;
  }
}

/** How long each change took to be saved, and to be seen. */
async function timed(begin: (count: number) => Promise<() => Promise<Page>>) {
  const [saved, seenAfter]: [number[], number[]] = [[], []];
  for (let count = 1; count <= WARM_UP + CHANGES; count += 1) {
    const change = await begin(count);
    const at = epochMs();
    const page = await change();
    const savedMs = epochMs() - at;
    const seenMs = (await whenSeen(page)) - at;
    if (count > WARM_UP) {
      saved.push(savedMs);
      seenAfter.push(seenMs);
    }
    await passes(PAUSE_MS);
  }
  return { saved, seen: seenAfter };
}

/** Two administrators, and the person who is renamed. */
function officeOf() {
  const administrator = (username: string, extension: string) => ({
    username,
    password: PASSWORD,
    first_name: "Zoe",
    last_name: username,
    extension,
    groups: ["staff", "administrators"],
  });
  return [administrator("first", "9996"), administrator("second", "9997"), { ...CHANGED, password: PASSWORD }];
}

const epochMs = (): number => performance.timeOrigin + performance.now();

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username: "first", password: PASSWORD }),
  });
  return tokenSchema.parse(await answer.json()).access_token;
}

async function ask(address: string, token: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    method: body === undefined ? "GET" : "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function find(address: string, token: string, username: string): Promise<CompanyPerson> {
  const list = await ask(address, token, `${PEOPLE_PATH}?search=${username}`);
  const [row] = endpoints.listCompanyPeople.response.parse(list).data;
  return endpoints.getCompanyPerson.response.parse(await ask(address, token, `${PEOPLE_PATH}/${row?.id}`));
}

async function rename(address: string, token: string, person: CompanyPerson): Promise<CompanyPerson> {
  const { version, first_name, last_name, extension, email, department, may_use_panel, groups } = person;
  const order = { version, first_name, last_name, extension, email, department, may_use_panel, groups };
  return endpoints.changeCompanyPerson.response.parse(await ask(address, token, `${PEOPLE_PATH}/${person.id}`, order));
}

declare global {
  interface Window {
    /** Epoch ms of the frame in which it is seen. */
    seenAt?: Promise<number>;
  }
}

/** Resolves when the page watches for a text that comes, or goes. */
const watchFor = (page: Page, wanted: { readonly text: string; readonly isThere: boolean }): Promise<void> =>
  page.evaluate(({ text, isThere }) => {
    const has = (): boolean => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) if (walker.currentNode.nodeValue?.endsWith(text) === true) return true;
      return false;
    };
    window.seenAt = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (has() !== isThere) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }, wanted);

const whenSeen = (page: Page): Promise<number> => page.evaluate(() => window.seenAt ?? Promise.resolve(Number.NaN));
