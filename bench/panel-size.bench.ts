/** What the built panel weighs, gzip: the JavaScript and CSS of the sign-in page, and of the panel signed in and registered. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Report } from "./figure.ts";

/** Benchmarks run at the root of the project. */
const DIST = pathToFileURL(`${resolve("apps/panel/dist")}/`);
const ENTRY = "index.html";
/**
 * Loaded between the sign-in and the registered phone, by every ordinary member of staff. What these parts load by themselves
 * as soon as they run (the views of calls, dialogs, the chat status) is not counted.
 */
const SIGNED_IN = [
  "src/app/opening/routedPanel.tsx",
  "src/app/shell/WorkplaceRoute.tsx",
  "src/features/buddies/BuddiesScreen.tsx",
  "src/features/softphone/createSoftphone.ts",
];
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
  const signIn = filesOf(chunks, [ENTRY]);
  const signedIn = filesOf(chunks, [ENTRY, ...SIGNED_IN]);
  for (const script of await scriptsOfPage()) {
    signIn.add(script);
    signedIn.add(script);
  }
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

/** Classic scripts that index.html names and Vite does not know. */
async function scriptsOfPage(): Promise<readonly string[]> {
  const page = await readFile(new URL("index.html", DIST), "utf8");
  return [...page.matchAll(/<script src="\/([^"]+)"/g)].map((match) => match[1] ?? "");
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
