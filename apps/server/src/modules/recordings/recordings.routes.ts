import { AppError, endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { ServeSound } from "../../kernel/http/serve-sound.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { mayReadCall } from "../call-history/index.ts";
import type { ShareSound } from "../chat/index.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import type { RecordingStore } from "./recordings.store.ts";

export interface RecordingsDeps {
  readonly endpointServer: EndpointServer;
  readonly recordings: RecordingStore;
  readonly sounds: RecordingSounds;
  readonly serveSound: ServeSound;
  readonly shareSound: ShareSound;
}

/** Playback of call recordings, and sharing them. */
export function createRecordingsRoutes(deps: RecordingsDeps): Routes {
  const { endpointServer, recordings, sounds, serveSound, shareSound } = deps;
  /** REC-33: a recording that the user may not hear gives the same error as an unknown one. */
  const audible = async (caller: Caller, id: string, wanted: string | undefined) => {
    const call = await recordings.ofCall(caller.realm.name, id);
    const found = call?.recordings.find((one) => wanted === undefined || one.id === wanted);
    if (call === undefined || found === undefined || !mayReadCall(caller, found.isClosed ? [] : call.userIds))
      throw notFound();
    const sound = await sounds.soundOf(found.id);
    if (sound === undefined) throw notFound();
    return { recording: found.id, sound };
  };
  return (app) => {
    endpointServer.serve(app, endpoints.getCallRecording, async ({ params, query, request, reply, caller }) => {
      const { sound } = await audible(caller, params.id, query.recording);
      const saveAs = query.download === "1" ? `recording ${params.id}` : undefined;
      return serveSound({ request, reply, sound, format: query.format, gone: notFound(), saveAs });
    });
    endpointServer.serve(app, endpoints.shareCallRecording, async ({ params, body, caller }) => {
      const { recording, sound } = await audible(caller, params.id, body.recording);
      const { room_id: room, name, message: text, client_id: clientId } = body;
      const details = { of: "recording", call: params.id, recording };
      return shareSound(caller, { sound, room, name, text, clientId, details });
    });
  };
}

const notFound = (): AppError => new AppError("cdrs.recording.notFound");
