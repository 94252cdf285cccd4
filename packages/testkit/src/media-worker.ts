import { build, type Plugin } from "esbuild";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundles the media worker for tests and says where it is. */
export function buildMediaWorker(): Promise<URL> {
  return bundleForNode(new URL("packages/media/src/media.worker.ts", projectRoot()));
}

/**
 * Bundles a TypeScript entry for a thread or process of its own and says where it is. npm packages but our own stay outside
 * the bundle, which therefore lies inside `node_modules`, where they are found.
 */
export async function bundleForNode(entry: URL): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    plugins: [npmPackagesOutside],
    sourcemap: "inline",
    logLevel: "silent",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`nothing came of ${entry.pathname}`);
  const { contents, hash } = output;
  const name = `${basename(entry.pathname, ".ts")}-${hash.replaceAll(/\W/g, "")}.mjs`;
  const folder = new URL("node_modules/.cache/callpanel/", projectRoot());
  const bundle = new URL(name, folder);
  if (existsSync(bundle)) return bundle;
  await mkdir(folder, { recursive: true });
  const draft = new URL(`${name}.${randomUUID()}`, folder);
  await writeFile(draft, contents);
  await rename(draft, bundle); // whole or not at all, for several test files may ask at once
  return bundle;
}

/** Bundles a TypeScript entry as the text of a script for a page. */
export async function bundleForPage(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    write: false,
    bundle: true,
    format: "iife",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** Our own packages are TypeScript, which Node does not read. */
const npmPackagesOutside: Plugin = {
  name: "npm-packages-outside",
  setup: (bundler) =>
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@callpanel/") ? undefined : { path, external: true },
    ),
};

/** This module may itself be part of a bundle, so the root is looked for upwards. */
function projectRoot(): URL {
  let folder = new URL("./", import.meta.url);
  while (!existsSync(new URL("package-lock.json", folder))) {
    if (folder.pathname === "/") throw new Error("no package-lock.json above the testkit");
    folder = new URL("../", folder);
  }
  return folder;
}
