import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wav": "audio/wav",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
};
/** Compressed files that the build adds where it is worth it (tools/compress.mjs), best first. */
const COMPRESSED = { br: ".br", gzip: ".gz" } as const;
const ENCODINGS = ["br", "gzip"] as const;

export type Encoding = "br" | "gzip" | "identity";

export interface PanelFile {
  readonly mediaType: string;
  readonly etag: string;
  /** True for files with a digest of their content in the name. */
  readonly immutable: boolean;
  /** Always has `identity`; other encodings where the build found them smaller. */
  readonly bodies: ReadonlyMap<Encoding, Buffer>;
}

export interface PanelFiles {
  /** By URL path, e.g. `/assets/index-1a2b3c4d.js`. */
  find(path: string): PanelFile | undefined;
  /** Undefined when the panel was not built. */
  readonly index: PanelFile | undefined;
  /** The page of the legacy build. */
  readonly legacyIndex: PanelFile | undefined;
  /** The page of guests of video rooms. */
  readonly guestPage: PanelFile | undefined;
}

/** Reads the built panel into memory, so that no path of a request ever touches the disk. */
export async function readPanelFiles(folder: string): Promise<PanelFiles> {
  const files = new Map<string, PanelFile>();
  const paths = await pathsBelow(folder);
  for (const path of paths) {
    const mediaType = MEDIA_TYPES[extname(path)];
    if (mediaType === undefined) continue;
    const body = await readFile(path);
    const bodies = new Map<Encoding, Buffer>([["identity", body]]);
    for (const encoding of ENCODINGS) {
      const compressed = `${path}${COMPRESSED[encoding]}`;
      if (paths.includes(compressed)) bodies.set(encoding, await readFile(compressed));
    }
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    files.set(url, {
      mediaType,
      etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
      immutable: /^(\/legacy|\/guest)?\/assets\//.test(url),
      bodies,
    });
  }
  return {
    find: (path) => files.get(path),
    index: files.get("/index.html"),
    legacyIndex: files.get("/legacy/index.html"),
    guestPage: files.get("/guest/guest.html"),
  };
}

async function pathsBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // not built
  }
}

/** The best encoding that the client accepts (RFC 9110 §12.5.3; weights are ignored except a refusal by q=0). */
export function chooseEncoding(file: PanelFile, acceptEncoding: string | undefined): Encoding {
  const taken = (acceptEncoding ?? "")
    .split(",")
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return ENCODINGS.find((one) => taken.includes(one) && file.bodies.has(one)) ?? "identity";
}

/** Whether a path is one of the panel's own routes, for which the page itself is sent. */
export function isPanelRoute(path: string, accept: string | undefined): boolean {
  if (/^(\/legacy|\/guest)?\/assets\//.test(path) || extname(path) in MEDIA_TYPES) return false;
  return accept === undefined || accept.includes("text/html") || accept.includes("*/*");
}
