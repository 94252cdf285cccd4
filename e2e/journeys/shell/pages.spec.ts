import { join } from "node:path";
import { auditPage } from "../../support/hands/audit.ts";
import { type Company, expect, type Person, signIn, test } from "../../support/company/people.ts";
import { addressOf, open, PAGES } from "../../support/company/routes.ts";

test.describe.configure({ mode: "default" });
test.use({ isShared: true });

/** Folder for the screenshots; without it no screenshots are made. */
const PICTURES = process.env["SCREENSHOTS_DIR"];
const LOCALES = ["en-US", "fr-CA", "en-AU", "en-GB"] as const;
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

async function wear({ page }: Person, scheme: "light" | "dark", locale = "en-US"): Promise<void> {
  await page.evaluate(
    ([dark, words]) => {
      localStorage.setItem("callpanel_dark", dark);
      localStorage.setItem("callpanel_locale", words);
    },
    [String(scheme === "dark"), locale] as const,
  );
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
  await expect(page.getByRole("navigation").first()).toBeVisible();
}

test("the audit finds a known error", async ({ company }) => {
  const { page } = await company.open("alice");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.evaluate(() => {
    const wrong = "<h1>Twice</h1><button></button><p>Pale</p><a id=panel href=/x>x</a>";
    document.body.insertAdjacentHTML("beforeend", wrong);
    const pale = document.body.querySelector(":scope > p");
    if (pale instanceof HTMLElement) Object.assign(pale.style, { color: "#ccc", background: "#fff" });
  });
  const found = (await auditPage(page)).map((fault) => fault.split(":")[0]);
  expect(new Set(found)).toEqual(new Set(["button-name", "color-contrast", "region"]));
});

test("axe finds nothing on any page, in both themes", async ({ company }) => {
  const carol = await company.signIn("carol");
  for (const scheme of ["light", "dark"] as const) {
    await wear(carol, scheme);
    for (const page of PAGES) {
      await open(carol, addressOf(page), page.title);
      await expect(carol.page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect.poll(() => auditPage(carol.page), { message: `${addressOf(page)}, ${scheme}` }).toEqual([]);
    }
  }
});

test("SHELL-23 SHELL-37 no page makes the document scroll, at three sizes; on a narrow screen its title is beside the buttons", async ({
  company,
}) => {
  const carol = await company.signIn("carol");
  const { page } = carol;
  for (const viewport of [...SCREENS, { width: 720, height: 450 }]) {
    await page.setViewportSize(viewport);
    for (const place of PAGES) {
      await open(carol, addressOf(place), place.title);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const room = () =>
        page.evaluate(() => {
          const frame = document.scrollingElement ?? document.documentElement;
          frame.scrollTo(0, frame.scrollHeight);
          return { scrolled: frame.scrollTop, over: frame.scrollHeight - frame.clientHeight };
        });
      const message = `${addressOf(place)}, ${viewport.width}x${viewport.height}`;
      await expect.poll(room, { message }).toEqual({ scrolled: 0, over: 0 });
      await expect(async () => {
        const [title, account] = await Promise.all([
          page.getByRole("heading", { level: 1 }).boundingBox(),
          page.getByRole("button", { name: "Account" }).boundingBox(),
        ]);
        if (title === null || account === null) throw new Error("the top bar has no title or no buttons");
        expect(title.y + title.height, `${place.title} is above the buttons`).toBeGreaterThan(account.y);
      }).toPass();
    }
  }
});

async function drawEverything(company: Company, folder: string): Promise<void> {
  for (const viewport of SCREENS) {
    const carol = await company.open("carol", { viewport });
    await signIn(carol.page, "carol");
    await expect(carol.page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await open(carol, "/settings/stun_servers", "STUN servers");
    for (const scheme of ["light", "dark"] as const)
      for (const locale of LOCALES) {
        await wear(carol, scheme, locale);
        for (const page of PAGES) {
          await open(carol, addressOf(page));
          await expect(carol.page.locator("[aria-busy=true]")).toHaveCount(0);
          const name = addressOf(page).slice(1).replaceAll("/", "-") || "buddies";
          const path = join(folder, `${name}-${viewport.width}-${scheme}-${locale}.png`);
          await carol.page.screenshot({ path, animations: "disabled" });
        }
      }
  }
}

if (PICTURES !== undefined)
  test("pictures of every page, in four languages, both themes and two sizes", async ({ company }) => {
    test.setTimeout(900_000);
    await drawEverything(company, PICTURES);
  });
