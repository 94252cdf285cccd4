import { build } from "esbuild";
import { randomUUID } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Bundles the media worker for tests and says where it is. npm packages stay outside the bundle, which therefore lies
 * inside `node_modules`, where they are found.
 */
export async function buildMediaWorker(): Promise<URL> {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const outfile = `${root}node_modules/.cache/callpanel/media.worker-${randomUUID()}.mjs`;
  await build({
    entryPoints: [`${root}packages/pbx/src/media/media.worker.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
  });
  return pathToFileURL(outfile);
}
