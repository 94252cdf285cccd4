/** Writes `.br` and `.gz` next to each text file of a built folder, for the server to send (apps/server/src/app/entrance/panel-files.ts). */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set([
  ".html",
  ".js",
  ".mjs",
  ".css",
  ".json",
  ".map",
  ".webmanifest",
  ".svg",
  ".txt",
  ".wasm",
]);
/** Below this a compressed answer saves no packet. */
const LEAST_COMPRESSED_BYTES = 860;

/** A source map is for developers: not worth the slowest quality. */
const brotliQuality = (path) => (path.endsWith(".map") ? 5 : constants.BROTLI_MAX_QUALITY);

export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.filter((path) => COMPRESSIBLE.has(extname(path))).map(compressFile));
}

async function compressFile(path) {
  const body = await readFile(path);
  if (body.length < LEAST_COMPRESSED_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality(path),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const bodies = {
    br: await promisify(brotliCompress)(body, { params }),
    gz: await promisify(gzip)(body, { level: 9 }),
  };
  for (const [extension, compressed] of Object.entries(bodies)) {
    if (compressed.length < body.length) await writeFile(`${path}.${extension}`, compressed);
  }
}
