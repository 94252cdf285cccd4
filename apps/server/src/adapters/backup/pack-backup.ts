import { AppError } from "@callpanel/contract";
import { zipFile, type ZipEntry } from "../../kernel/files/zip-file.ts";
import { NAMES, prefixOf, SHARED_SOUNDS } from "./backup.model.ts";
import type { BackupPath, BackupPlace } from "./backup-place.ts";
import { readManifest, soundsOf } from "./check-backup.ts";

/**
 * BACKUP-12: a back-up with its sounds as a ZIP file; unpacked it is a folder of back-ups with this one.
 *
 * @throws AppError backup.foreign, backup.newer
 */
export async function packBackup(place: BackupPlace, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { takenAt, hasKey } = await readManifest(place, name);
  const entry = async (path: BackupPath): Promise<ZipEntry> => {
    const content = await place.read(path);
    if (content === undefined)
      throw new AppError("backup.damaged", { name, what: { kind: "file", name: path.join("/") } });
    return { name: path.join("/"), modifiedAt: takenAt, content };
  };
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of [NAMES.manifest, NAMES.database, ...(hasKey ? [NAMES.key] : [])])
      yield await entry([name, file]);
    for (const list of (await place.namesIn([name, NAMES.sounds])).toSorted())
      yield await entry([name, NAMES.sounds, list]);
    for await (const id of soundsOf(place, name)) yield await entry([SHARED_SOUNDS, prefixOf(id), id]);
  }
  return zipFile(entries());
}
