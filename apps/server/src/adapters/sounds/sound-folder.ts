import { constants, createReadStream } from "node:fs";
import { access, copyFile, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";
import type { SoundFiles } from "../../modules/sounds/index.ts";

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/** Sounds as files in a folder, which is created if it does not exist: `ab/ab12…`. */
export async function openSoundFolder(folder: string): Promise<SoundFiles> {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const pathOf = (id: SoundId): string => join(folder, checked(id).slice(0, 2), id);

  return {
    keep: async (path, id) => {
      const place = pathOf(id);
      await mkdir(dirname(place), { recursive: true, mode: OWNER_FOLDER });
      await placeDurably(path, place);
    },
    read: async (id, range) => {
      const path = pathOf(id);
      if (!(await isThere(path))) return undefined;
      return createReadStream(path, range === undefined ? {} : { start: range.from, end: range.to });
    },
    localPath: async (id) => {
      const path = pathOf(id);
      return (await isThere(path)) ? path : undefined;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}

/** SOUND-2: atomic and durable: first the file is synced, then its name. */
async function placeDurably(from: string, to: string): Promise<void> {
  await sync(from);
  await link(from, to).catch(async (error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return; // the same bytes
    if (typeof code !== "string" || !WITHOUT_LINK.has(code)) throw error;
    await copyBeside(from, to);
  });
  await sync(dirname(to));
}

/** Another file system, or one without hard links. */
const WITHOUT_LINK: ReadonlySet<string> = new Set(["EXDEV", "EPERM", "ENOTSUP", "EMLINK"]);

async function copyBeside(from: string, to: string): Promise<void> {
  const beside = `${to}.part`;
  try {
    await copyFile(from, beside, constants.COPYFILE_FICLONE);
    await sync(beside);
    await rename(beside, to);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const isFile = (await handle.stat()).isFile();
    if (isFile) await handle.chmod(OWNER_FILE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Ids come from the server only; the check is a second guard. */
function checked(id: SoundId): SoundId {
  if (!/^[0-9a-f]{64}$/.test(id)) throw new Error("not a valid sound id");
  return id;
}
