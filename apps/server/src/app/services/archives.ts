import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import { createArchives, type Archives } from "../../modules/call-history/index.ts";
import { ownEvent } from "../../modules/realtime/index.ts";
import type { RecordingSounds } from "../../modules/recordings/index.ts";
import type { Stores } from "./storage.ts";

export interface ArchivesDeps {
  readonly stores: Pick<Stores, "recordingArchives">;
  readonly sounds: SoundStore;
  readonly recordingSounds: RecordingSounds;
  readonly jobs: Jobs;
  readonly bus: Pick<Bus, "publish">;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Archives of recordings. Archives that an earlier run began are continued. */
export function openArchives(deps: ArchivesDeps): Archives {
  const { stores, recordingSounds } = deps;
  return createArchives({
    ...deps,
    store: stores.recordingArchives,
    soundOf: (recording) => recordingSounds.soundOf(recording),
    tell: (userId, event) => deps.bus.publish(ownEvent, { userId, event }),
  });
}
