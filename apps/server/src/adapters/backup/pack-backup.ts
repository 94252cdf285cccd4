import { createReadStream } from "node:fs";
import { join } from "node:path";
import { zipFile, type ZipEntry } from "../../kernel/files/zip-file.ts";
import { NAMES, prefixOf, SHARED_SOUNDS } from "./backup.model.ts";
import { readManifest, soundsOf } from "./check-backup.ts";
import { namesIn } from "./files.ts";

/**
 * BACKUP-12: a back-up with its sounds as a ZIP file; unpacked it is a folder of back-ups with this one.
 *
 * @throws AppError backup.foreign, backup.newer
 */
export async function packBackup(folder: string, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { takenAt, hasKey } = await readManifest(folder, name);
  const entry = (path: readonly string[]): ZipEntry => ({
    name: path.join("/"),
    modifiedAt: takenAt,
    content: createReadStream(join(folder, ...path)),
  });
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of [NAMES.manifest, NAMES.database, ...(hasKey ? [NAMES.key] : [])]) yield entry([name, file]);
    for (const list of (await namesIn(join(folder, name, NAMES.sounds))).toSorted())
      yield entry([name, NAMES.sounds, list]);
    for await (const id of soundsOf(folder, name)) yield entry([SHARED_SOUNDS, prefixOf(id), id]);
  }
  return zipFile(entries());
}
