/**
 * What the built panel weighs, gzip: the JavaScript and CSS that Chromium really loads for the sign-in page, and until the
 * phone is registered and the first page stands.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { launchBrowser } from "../../e2e/support/browser/browser.ts";
import { DEMO_PASSWORD } from "../../e2e/support/company/demo.ts";
import { createServerFolder, startServer } from "../../e2e/support/server.ts";
import type { Report } from "../figure.ts";

/** Benchmarks run at the root of the project. */
const DIST = pathToFileURL(`${resolve("apps/panel/dist")}/`);
const ENTRY = "index.html";
/** Bounds of issue 18. */
const SIGN_IN_KB = 120;
const SIGNED_IN_KB = 275;
/** What French adds to the start. */
const FRENCH = "src/locales/fr-CA/index.ts";
const FRENCH_KB = 60;
/** Limit of issue 4, for chunks that are loaded on first use. */
const LAZY_KB = 60;

/** One chunk of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports: readonly string[];
  readonly css: readonly string[];
}

export async function run(report: Report): Promise<void> {
  const chunks = readManifest(await readFile(new URL("manifest.json", DIST), "utf8"));
  const { signIn, signedIn } = await loadStart();
  const figure = { unit: "KB", better: "lower" as const, against: "bound of issue 18" };
  report({ ...figure, name: "sign-in page, JavaScript and CSS, gzip", value: await weigh(signIn), bound: SIGN_IN_KB });
  report({
    ...figure,
    name: "signed in and registered, JavaScript and CSS, gzip",
    value: await weigh(signedIn),
    bound: SIGNED_IN_KB,
    against: "bound of issue 18 (Browser-Phone: 602 KB)",
  });
  const french = [...filesOf(chunks, [ENTRY, FRENCH])].filter((file) => !signIn.has(file));
  report({
    ...figure,
    name: "French catalogue at the start, gzip",
    value: await weigh(new Set(french)),
    bound: FRENCH_KB,
  });
  const [heaviest] = (await weighLazy(chunks, signedIn)).toSorted((a, b) => b.kb - a.kb);
  if (!heaviest) throw new Error("the panel has no lazy chunk");
  report({
    ...figure,
    name: `heaviest lazy chunk (${heaviest.name}), gzip`,
    value: heaviest.kb,
    bound: LAZY_KB,
    against: "bound of issue 4",
  });
}

/** The chunks and everything that they import statically. */
function filesOf(chunks: ReadonlyMap<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks.get(name);
    if (!chunk) throw new Error(`the panel's manifest has no ${name}`);
    for (const file of [chunk.file, ...chunk.css]) if (/\.(js|css)$/.test(file)) files.add(file);
    for (const next of chunk.imports) visit(next);
  };
  for (const name of names) visit(name);
  return files;
}

/** The size of each chunk, with its own style, that is loaded after the panel has started. */
async function weighLazy(chunks: ReadonlyMap<string, Chunk>, loaded: ReadonlySet<string>) {
  return await Promise.all(
    [...chunks].map(async ([name, { file, css }]) => {
      const own = [file, ...css].filter((one) => /\.(js|css)$/.test(one) && !loaded.has(one));
      return { name: name.replace(/^.*\//, ""), kb: await weigh(new Set(own)) };
    }),
  );
}

interface Start {
  readonly signIn: ReadonlySet<string>;
  readonly signedIn: ReadonlySet<string>;
}

/** The files that Chromium asks the server for. Idle moments, in which the panel fetches what is needed later, do not come. */
async function loadStart(): Promise<Start> {
  const data = await createServerFolder();
  const sounds = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const server = await startServer(data);
  const browser = await launchBrowser(sounds, "carol");
  try {
    return await signIn(browser, server.address);
  } finally {
    await browser.close();
    await server.stop();
    await rm(sounds, { recursive: true, force: true });
    await data.remove();
  }
}

async function signIn(browser: Browser, address: string): Promise<Start> {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    permissions: ["microphone", "notifications"],
  });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) files.add(pathname.slice(1));
  });
  await page.goto(address);
  await page.getByRole("textbox", { name: "Username" }).fill("carol");
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await page.waitForLoadState("networkidle");
  const before = new Set(files);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByRole("status", { name: "Phone status" })
    .filter({ hasText: /^Registered$/ })
    .waitFor();
  await page.locator("main").getByText("Alice").first().waitFor();
  await page.getByRole("region", { name: "Softphone" }).getByRole("radio", { name: "Recent" }).waitFor();
  await page.waitForLoadState("networkidle");
  return { signIn: before, signedIn: files };
}

async function weigh(files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(new URL(file, DIST))).length));
  return sizes.reduce((sum, one) => sum + one, 0) / 1024;
}

function readManifest(text: string): ReadonlyMap<string, Chunk> {
  const parsed: unknown = JSON.parse(text);
  const chunks = new Map<string, Chunk>();
  for (const [name, fields] of Object.entries(fieldsOf(parsed))) {
    const { file, imports, css } = fieldsOf(fields);
    if (typeof file === "string") chunks.set(name, { file, imports: textsOf(imports), css: textsOf(css) });
  }
  return chunks;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
