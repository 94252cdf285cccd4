import { AppError, endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { ServeSound } from "../../kernel/http/serve-sound.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { mayReadCall } from "../call-history/index.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import type { RecordingStore } from "./recordings.store.ts";

export interface RecordingsDeps {
  readonly endpointServer: EndpointServer;
  readonly recordings: RecordingStore;
  readonly sounds: RecordingSounds;
  readonly serveSound: ServeSound;
}

/** Playback of call recordings. */
export function createRecordingsRoutes({ endpointServer, recordings, sounds, serveSound }: RecordingsDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.getCallRecording, async ({ params, query, request, reply, caller }) => {
      const call = await recordings.ofCall(caller.realm.name, params.id);
      const wanted = query.recording;
      const found = call?.recordings.find(({ id }) => wanted === undefined || id === wanted);
      // REC-33: a recording that one may not hear gives the same error as an unknown one.
      if (call === undefined || found === undefined || !mayReadCall(caller, found.isClosed ? [] : call.userIds))
        throw notFound();
      const sound = await sounds.soundOf(found.id);
      if (sound === undefined) throw notFound();
      const saveAs = query.download === "1" ? `recording ${params.id}` : undefined;
      return serveSound({ request, reply, sound, format: query.format, gone: notFound(), saveAs });
    });
  };
}

const notFound = (): AppError => new AppError("cdrs.recording.notFound");
