import { Readable } from "node:stream";
import { AppError, canRead, endpoints } from "@callpanel/contract";
import type { FastifyPluginCallback } from "fastify";
import { byteRangeOf } from "../../kernel/byte-range.ts";
import type { Caller } from "../../kernel/caller.ts";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import type { RecordingFiles } from "./recordings.files.ts";
import type { RecordedCall, RecordingStore } from "./recordings.store.ts";

export interface RecordingsDeps {
  readonly endpointServer: EndpointServer;
  readonly recordings: RecordingStore;
  readonly files: RecordingFiles;
}

/** Recordings of calls, to be listened to. */
export function createRecordingsModule({ endpointServer, recordings, files }: RecordingsDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    endpointServer.serve(app, endpoints.getCallRecording, async ({ params, query, request, reply, caller }) => {
      const call = await recordings.ofCall(caller.realm.name, params.id);
      const wanted = query.recording;
      const found = call?.recordings.find(({ id }) => wanted === undefined || id === wanted);
      // REC-33: what one may not hear is told as if there were nothing.
      if (call === undefined || found === undefined || !mayHear(caller, call)) throw notFound();
      const range = byteRangeOf(request.headers.range, found.bytes);
      reply.headers({ "accept-ranges": "bytes", "cache-control": "private, no-store" });
      if (range === "unsatisfiable") {
        reply.code(416).header("content-range", `bytes */${found.bytes}`);
        return Readable.from([]);
      }
      const { from, to } = range === "whole" ? { from: 0, to: found.bytes - 1 } : range;
      const sound = await files.read(found.id, { from, to });
      if (sound === undefined) throw notFound();
      reply.header("content-length", to - from + 1);
      if (range !== "whole") reply.code(206).header("content-range", `bytes ${from}-${to}/${found.bytes}`);
      return sound;
    });
    done();
  };
}

/** REC-33: who was in the call, and whoever reads the records of somebody who was. */
function mayHear({ userId, rights }: Caller, { userIds }: RecordedCall): boolean {
  return userIds.includes(userId) || userIds.some((one) => canRead(rights, "cdrs", String(one)));
}

const notFound = (): AppError => new AppError("cdrs.recording.notFound");
