import { AppError, endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { ServeSound } from "../../../kernel/http/serve-sound.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { UserStore } from "../../users/index.ts";
import { callPeriod, callWords } from "../call-filter.ts";
import { hearersOf } from "../call-history.model.ts";
import { mayReadCall, scopeOf } from "../call-history.policy.ts";
import type { CallHistoryStore } from "../call-history.store.ts";
import { callsOf, recordedCalls } from "../call-pages.ts";
import { chooseRecordings } from "./archive-choice.ts";
import { presentArchive } from "./archives.model.ts";
import type { StoredArchive } from "./archives.store.ts";
import type { Archives } from "./archives.ts";

export interface ArchivesRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly users: Pick<UserStore, "byId" | "search">;
  readonly history: Pick<CallHistoryStore, "recorded" | "byIds">;
  readonly archives: Archives;
  readonly serveSound: ServeSound;
}

/** Archives of call recordings: start, progress, cancellation, download. */
export function createArchivesRoutes(deps: ArchivesRoutesDeps): Routes {
  const { endpointServer, users, history, archives, serveSound } = deps;
  const { serve } = endpointServer;
  const ownArchive = async (userId: number, id: string): Promise<StoredArchive> => {
    const found = await archives.byId(id);
    // CDR-26: another person's archive gives the same error as an unknown one.
    if (found?.userId !== userId) throw new AppError("cdrs.archive.notFound");
    return found;
  };

  return (app) => {
    serve(app, endpoints.startRecordingArchive, async ({ body, caller }) => {
      const { zone, from, until } = callPeriod(body);
      const { name: realm } = caller.realm;
      const scope = await scopeOf(users, caller, body.filter_by_extension);
      const kind = body.kind && { name: body.kind, viewerId: caller.userId };
      const calls =
        body.calls === undefined
          ? recordedCalls(history, { realm, scope, from, until }, { words: callWords(body.search), kind })
          : callsOf(history, body.calls);
      const items = await chooseRecordings(calls, {
        zone,
        mayHear: (call, recording) => call.realm === realm && mayReadCall(caller, hearersOf(call, recording)),
      });
      return presentArchive(await archives.start({ realm, userId: caller.userId, items }));
    });

    serve(app, endpoints.getOwnRecordingArchive, async ({ caller }) => {
      const own = await archives.latestOf(caller.userId);
      return { data: own === undefined ? null : presentArchive(own) };
    });

    serve(app, endpoints.removeRecordingArchive, async ({ params, caller }) => {
      const { id } = await ownArchive(caller.userId, params.id);
      await archives.remove(id);
      return { success: true as const };
    });

    serve(app, endpoints.downloadRecordingArchive, async ({ params, request, reply, caller }) => {
      const own = await ownArchive(caller.userId, params.id);
      // CDR-26: rights may have been removed since the request.
      const people = await archives.people(own.id);
      if (!people.every((userIds) => mayReadCall(caller, userIds))) {
        await archives.remove(own.id);
        throw new AppError("cdrs.archive.denied");
      }
      const sound = await archives.fileOf(own);
      const gone = new AppError("cdrs.archive.notFound");
      if (sound === undefined) throw gone;
      const saveAs = `recordings ${new Date(own.beganAt).toISOString().slice(0, 10)}`;
      return serveSound({ request, reply, sound, gone, saveAs });
    });
  };
}
