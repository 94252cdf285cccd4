import type { Bus } from "../kernel/bus/bus.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Jobs } from "../kernel/jobs/jobs.ts";
import type { Log } from "../kernel/log.ts";
import { startRetention } from "../kernel/jobs/retention.ts";
import type { RandomBytes } from "../kernel/secrets/secrets.ts";
import type { SoundStore } from "../kernel/files/sound-store.port.ts";
import type { Shutdown } from "../kernel/shutdown.ts";
import { archiveRetention, createArchives, type Archives } from "../modules/call-history/index.ts";
import { ownEvent } from "../modules/realtime/index.ts";
import type { RecordingSounds } from "../modules/recordings/index.ts";
import type { Stores } from "./storage.ts";

export interface ArchivesDeps {
  readonly stores: Pick<Stores, "recordingArchives">;
  readonly sounds: SoundStore;
  readonly recordingSounds: RecordingSounds;
  readonly jobs: Jobs;
  readonly bus: Pick<Bus, "publish">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** Archives of recordings. Archives that an earlier run began are continued, expired ones are removed. */
export function openArchives(deps: ArchivesDeps): Archives {
  const { stores, sounds, recordingSounds, clock, log, shutdown } = deps;
  const store = stores.recordingArchives;
  shutdown.add(startRetention({ clock, rules: [archiveRetention({ store, sounds })], log }));
  return createArchives({
    ...deps,
    store,
    soundOf: (recording) => recordingSounds.soundOf(recording),
    tell: (userId, event) => deps.bus.publish(ownEvent, { userId, event }),
  });
}
