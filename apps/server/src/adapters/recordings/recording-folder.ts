import { access, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingFolder } from "@callpanel/phone-port";
import { recordedMs } from "@callpanel/media";
import type { RecordingFiles } from "../../modules/recordings/index.ts";

/** Larger than the largest Ogg page. */
const END_BYTES = 131_072;
const OWNER_ONLY = 0o700;

/** Recordings as files in a folder, which is created if it does not exist. */
export async function openRecordingFolder(folder: string): Promise<RecordingFolder & RecordingFiles> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const pathOf = (id: string): string => {
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new Error("not a valid recording id");
    return join(folder, `${id}.opus`);
  };

  return {
    pathOf,
    measure: async (id) => {
      const file = await open(pathOf(id), "r").catch(() => undefined);
      if (file === undefined) return undefined;
      try {
        const { size } = await file.stat();
        const end = Buffer.alloc(Math.min(size, END_BYTES));
        await file.read(end, 0, end.length, size - end.length);
        const durationMs = recordedMs(end);
        return durationMs === undefined ? undefined : { bytes: size, durationMs };
      } finally {
        await file.close();
      }
    },
    find: async (id) => {
      const path = pathOf(id);
      return access(path).then(
        () => path,
        () => undefined,
      );
    },
  };
}
