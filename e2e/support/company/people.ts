/** People with a browser each, and what journeys do with them. */
import { test as base, expect, type Frame, type Locator, type Page } from "@playwright/test";
import { type Browsers, createBrowsers } from "../browser/browsers.ts";
import {
  anyCall,
  type Company,
  type CompanySettings,
  type OpenCompany,
  openCompany,
  type Person,
  phoneStatus,
  signIn,
  softphone,
} from "./company.ts";
import { DEMO_PASSWORD } from "./demo.ts";
import { hear, waysOfSound } from "../media/sound.ts";

export { anyCall, DEMO_PASSWORD, expect, phoneStatus, signIn, softphone };
export type { Company, Person } from "./company.ts";

/** The company that several journeys of a file share, one after the other, in one worker. */
interface Shared {
  /** The one with this key: what was there under another key is closed. */
  get(key: string, settings: CompanySettings): Promise<OpenCompany>;
  close(): Promise<void>;
}

function createShared(browsers: Browsers): Shared {
  let current: { readonly key: string; readonly company: OpenCompany } | undefined;
  const close = async (): Promise<void> => {
    const { company } = current ?? {};
    current = undefined;
    await company?.close();
  };
  return {
    get: async (key, settings) => {
      if (current?.key !== key) {
        await close();
        current = { key, company: await openCompany(settings, browsers) };
      }
      return current.company;
    },
    close,
  };
}

export const test = base.extend<{ company: Company } & CompanySettings, { browsers: Browsers; shared: Shared }>({
  serverEnv: [{}, { option: true }],
  isWhole: [false, { option: true }],
  diskBytes: [0, { option: true }],
  isShared: [false, { option: true }],
  browsers: [
    async ({}, use) => {
      const browsers = createBrowsers();
      await use(browsers);
      await browsers.close();
    },
    { scope: "worker" },
  ],
  shared: [
    async ({ browsers }, use) => {
      const shared = createShared(browsers);
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],
  company: async ({ serverEnv, isWhole, diskBytes, isShared, browsers, shared }, use, testInfo) => {
    const settings = { serverEnv, isWhole, diskBytes, isShared };
    if (!isShared) await shared.close(); // the file whose journeys shared it is done
    const company = isShared
      ? await shared.get(JSON.stringify([testInfo.file, settings]), settings)
      : await openCompany(settings, browsers);
    company.begin(testInfo);
    await use(company);
    const hasPassed = testInfo.status === testInfo.expectedStatus;
    if (!hasPassed) await testInfo.attach("server output", { body: company.server.output() });
    if (!isShared) await company.close();
    else if (hasPassed) await company.tidy();
  },
});

export const callWith = ({ page }: Person, peer: string | RegExp): Locator =>
  page.getByRole("group", { name: typeof peer === "string" ? `Call with ${peer}` : peer });

/** A look at the page in light, then in dark, without a reload: calls stay. */
export async function inBothThemes({ page }: Person, look: (theme: "light" | "dark") => Promise<void>): Promise<void> {
  const was = await page.evaluate(() => document.documentElement.dataset["mantineColorScheme"] ?? "light");
  const change = (theme: string) =>
    page.evaluate((to) => {
      document.documentElement.dataset["mantineColorScheme"] = to;
    }, theme);
  for (const theme of ["light", "dark"] as const) {
    await change(theme);
    await look(theme);
  }
  await change(was);
}

export async function dial(person: Person, number: string): Promise<void> {
  await softphone(person).getByRole("combobox", { name: "Number" }).fill(number);
  await softphone(person).getByRole("button", { name: "Call", exact: true }).click();
}

/** Two people in a call that both have accepted. */
export async function talk(caller: Person, callee: Person, number: string): Promise<void> {
  await dial(caller, number);
  await anyCall(callee).getByRole("button", { name: "Accept" }).click();
  await expect(anyCall(caller).first()).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(callee).first()).toHaveAttribute("data-state", "on-call");
}

const NEAR_HZ = 25;
const AUDIBLE_DB = -40;
const SILENT_DB = -60;

/** Somebody who is heard, at whatever kind of telephone. */
export type Voice = Pick<Person, "username" | "voiceHz">;

/** A person, or a frame with the page in which they listen. */
export interface Listener {
  readonly username: string;
  readonly page: Page | Frame;
}

export async function expectHears(listener: Listener, frequencyHz: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { levelDb, frequencyHz: heardHz } = await hear(listener.page);
        return levelDb > AUDIBLE_DB && Math.abs(heardHz - frequencyHz) < NEAR_HZ
          ? "the tone"
          : `${Math.round(heardHz)} Hz at ${Math.round(levelDb)} dB (${await waysOfSound(listener.page)})`;
      },
      { message: `${listener.username} hears ${frequencyHz} Hz` },
    )
    .toBe("the tone");
}

/** A short note among others is heard, no matter which of them is the loudest; listened to without a break. */
export async function expectHearsNote(listener: Listener, frequencyHz: number): Promise<void> {
  await expect
    .poll(async () => (await hear(listener.page, [frequencyHz])).levelsDb[0], {
      message: `${listener.username} hears a note of ${frequencyHz} Hz`,
      intervals: [20],
    })
    .toBeGreaterThan(TONE_AUDIBLE_DB);
}

export async function expectSilence(listener: Person): Promise<void> {
  await expect
    .poll(async () => ((await hear(listener.page)).levelDb < SILENT_DB ? "silence" : "sound"), {
      message: `${listener.username} hears nothing`,
    })
    .toBe("silence");
}

/** Each person of the first list is heard, and no person of the second; several at the same time, as in a room. */
export async function expectHearsPeople(
  listener: Person,
  heard: readonly Voice[],
  notHeard: readonly Voice[] = [],
): Promise<void> {
  const all = [...heard, ...notHeard];
  await expect
    .poll(
      async () => {
        const { levelsDb } = await hear(
          listener.page,
          all.map(({ voiceHz }) => voiceHz),
        );
        return all
          .filter((_, at) => (levelsDb[at] ?? -120) > TONE_AUDIBLE_DB)
          .map(({ username }) => username)
          .join(" ");
      },
      { message: `whom ${listener.username} hears` },
    )
    .toBe(heard.map(({ username }) => username).join(" "));
}

const TONE_AUDIBLE_DB = -55; // of one line of the spectrum; voices come in at −15 to −30
