import { build } from "esbuild";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Bundles the media worker for tests and says where it is. */
export function buildMediaWorker(): Promise<URL> {
  return bundleForNode(new URL("packages/pbx/src/media/media.worker.ts", projectRoot()));
}

/**
 * Bundles a TypeScript entry for a thread or process of its own and says where it is. npm packages stay outside the
 * bundle, which therefore lies inside `node_modules`, where they are found.
 */
export async function bundleForNode(entry: URL): Promise<URL> {
  const name = basename(entry.pathname, ".ts");
  const outfile = fileURLToPath(new URL(`node_modules/.cache/callpanel/${name}-${randomUUID()}.mjs`, projectRoot()));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
  });
  return pathToFileURL(outfile);
}

/** This module may itself be part of a bundle, so the root is looked for upwards. */
function projectRoot(): URL {
  let folder = new URL("./", import.meta.url);
  while (!existsSync(new URL("package-lock.json", folder))) {
    if (folder.pathname === "/") throw new Error("no package-lock.json above the testkit");
    folder = new URL("../", folder);
  }
  return folder;
}
