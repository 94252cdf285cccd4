import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageSettings } from "../src/app/config.ts";

export const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Settings of empty stores in temporary folders; `remove` removes them all. */
export function temporaryStorage(): { fresh(): StorageSettings & { readonly databaseUrl: undefined }; remove(): void } {
  const folders: string[] = [];
  return {
    fresh: () => {
      const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
      folders.push(dataDir);
      return { dataDir, databaseUrl: undefined, realm: undefined };
    },
    remove: () => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
