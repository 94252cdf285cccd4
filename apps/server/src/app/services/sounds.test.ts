import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@callpanel/testkit";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { LONE_OWNER } from "../../../test/ownership.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import type { Tables } from "../../adapters/database/index.ts";
import { createSoundIndex } from "../../adapters/database/sounds/sound.index.ts";
import { createShutdown } from "../../kernel/shutdown.ts";
import { parseSettings, SettingsError } from "../config.ts";
import { openSounds } from "./sounds.ts";
import { openDatabase } from "./storage.ts";

const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
let store: S3rver;
let host: string;
let db: Kysely<Tables>;
beforeAll(async () => {
  const directory = join(dataDir, "s3");
  const configureBuckets = [{ name: "sounds" }];
  store = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, vhostBuckets: false, configureBuckets });
  host = `127.0.0.1:${(await store.run()).port}`;
  db = await openDatabase(parseSettings({ DATA_DIR: dataDir }), silentLog);
});
afterAll(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (url: string, clock = createFakeClock()) =>
  openSounds({
    dataDir,
    soundsPlace: parseSettings({ SOUNDS_URL: url }).soundsPlace,
    conversionUrl: new URL("file:///no-conversion"),
    stores: { sounds: createSoundIndex(db) },
    ...LONE_OWNER,
    clock,
    log: silentLog,
    shutdown: createShutdown(),
  });

it("SOUND-42 wrong credentials and buckets end the start with one line without the secret; an unreachable store does not", async () => {
  for (const url of [`http://NOBODY:guessed@${host}/sounds`, `http://S3RVER:guessed@${host}/nothing`]) {
    const refused = await open(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SettingsError);
    expect(String(refused)).toMatch(/^SettingsError: SOUNDS_URL cannot be used: [^\n]+$/);
    expect(String(refused)).not.toContain("guessed");
  }
  const sounds = await open(`http://S3RVER:S3RVER@${host}/sounds`);
  const { id } = await sounds.put(Buffer.from("said"), {
    type: "audio/wav",
    durationMs: 1,
    holder: { kind: "announcement", id: "1" },
  });
  expect(await sounds.localPath(id)).toContain("cache");
  await store.close();
  const clock = createFakeClock();
  const opening = open(`http://S3RVER:S3RVER@${host}/sounds`, clock);
  let opened = false;
  void opening.then(() => {
    opened = true;
  });
  while (!opened) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.timerCount > 0) await clock.advance(50);
  }
  expect(await (await opening).find(id)).toMatchObject({ id });
});
