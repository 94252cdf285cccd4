import { randomBytes } from "node:crypto";
import { openSpeech } from "../adapters/speech/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { createGuard } from "../kernel/guard/guard.ts";
import { openKnownPlaces } from "../kernel/guard/known-places.ts";
import { createServeSound } from "../kernel/http/serve-sound.ts";
import { createJobs } from "../kernel/jobs/jobs.ts";
import type { Log } from "../kernel/log.ts";
import { createTally } from "../kernel/tally.ts";
import type { Shutdown } from "../kernel/shutdown.ts";
import { ownEventsOn } from "../modules/realtime/index.ts";
import type { Speech } from "../modules/speech/index.ts";
import { openBus } from "./services/bus.ts";
import { openOwnership } from "./services/ownership.ts";
import { closeDataFolder } from "./services/private-folder.ts";
import type { ServerConfig } from "./server-config.ts";
import { openShortLived } from "./services/short-lived.ts";
import { openSounds } from "./services/sounds.ts";
import {
  ensureRealm,
  lockDataDir,
  openDatabase,
  openSealedStores,
  openSecretBox,
  seedDemo,
} from "./services/storage.ts";

export interface Start {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: (area: string) => Log;
  readonly shutdown: Shutdown;
}

export type Kernel = Awaited<ReturnType<typeof openKernel>>;

/** Opens what every area needs: the database, the sounds, jobs, protection against guessing. */
export async function openKernel({ config, clock, log, shutdown }: Start) {
  const { demoSoundsDir: folder } = config;
  shutdown.add(lockDataDir(config));
  await closeDataFolder(config.dataDir, log("data folder"));
  const db = await openDatabase(config, log("database"));
  shutdown.add(() => db.destroy());
  const stores = await openSealedStores(db, config);
  const bus = await openBus(config, { stores, clock, log: log("bus") });
  shutdown.add(bus.close);
  const box = await openSecretBox(config);
  const base = { clock, random: randomBytes, shutdown };
  const shortLived = openShortLived({ ...config, ...base, db, box, log: log("retention") });
  const ownership = await openOwnership({ ...config, ...base, stores, log: log("ownership") });
  const jobs = createJobs({ ...base, bus, store: stores.jobs, log: log("jobs") });
  const { textWorkerUrl } = config;
  const opened = await openSpeech(config.speech, { textWorkerUrl, clock, log: log("speech") });
  const speech: Speech = { ...opened.speech, ...config.engines };
  shutdown.add(opened.stop);
  shutdown.add(jobs.stop);
  const sounds = await openSounds({ ...config, ...ownership, ...base, stores, log: log("sounds") });
  const spoken = folder === undefined ? {} : { spoken: { sounds, folder } };
  const demoPeople = await seedDemo(config, stores, { now: clock.now(), box, ...spoken });
  const realm = await ensureRealm(stores.company, config.realm);
  const known = await openKnownPlaces({ ...shortLived, store: stores.knownPlaces, clock, log: log("sign-in") });
  return {
    ...base,
    ...ownership,
    config,
    log,
    stores,
    box,
    shortLived,
    jobs,
    speech,
    sounds,
    serveSound: createServeSound(sounds),
    demoPeople,
    realm,
    bus,
    ownEvents: ownEventsOn(bus),
    known,
    tally: createTally(),
    guard: createGuard({ clock, known, shortLived }),
  };
}
