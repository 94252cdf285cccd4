import type { KernelServices, ServerModule } from "../../kernel/server-module.ts";
import type { ShareSound } from "../chat/index.ts";
import { recordingRetention } from "./recording-retention.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import { createRecordingsRoutes } from "./recordings.routes.ts";
import type { RecordingStore } from "./recordings.store.ts";

type Needs = Pick<KernelServices, "endpointServer" | "sounds" | "serveSound"> & {
  readonly stores: { readonly recordings: RecordingStore };
  readonly recordingSounds: RecordingSounds;
  readonly chat: { readonly shareSound: ShareSound };
  readonly keepRecordingsDays: number | undefined;
};

/** Recordings of calls. */
export const recordingsModule: ServerModule<Needs> = {
  routes: ({ stores: { recordings }, endpointServer, recordingSounds, serveSound, chat }) => [
    createRecordingsRoutes({ ...chat, endpointServer, recordings, sounds: recordingSounds, serveSound }),
  ],
  retention: ({ stores: { recordings: store }, keepRecordingsDays: days, sounds, recordingSounds }) => [
    recordingRetention({ days, store, sounds, recordingSounds }),
  ],
};
