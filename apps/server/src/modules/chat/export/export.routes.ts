import { Readable } from "node:stream";
import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { attachment } from "../../../kernel/http/serve-sound.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { openTimeZone } from "../../../kernel/text/time-zone.ts";
import { htmlForm } from "./html-form.ts";
import { JSON_FORM } from "./json-form.ts";
import { exportRoom, type RoomExportDeps } from "./room-export.ts";

export interface ExportRoutesDeps extends RoomExportDeps {
  readonly endpointServer: EndpointServer;
  readonly isSessionOpen: (sessionId: string) => Promise<boolean>;
}

/** Rooms as files. */
export function createExportRoutes(deps: ExportRoutesDeps): Routes {
  const { endpointServer, turns, isSessionOpen } = deps;
  return (app) => {
    endpointServer.serve(app, endpoints.exportChatRoom, async ({ params, query, reply, caller }) => {
      const { form, files: withFiles, locale, time_zone: zone } = query;
      const { name, content } = await exportRoom(deps, caller, {
        room: params.room_id,
        form: form === "json" ? JSON_FORM : htmlForm(locale, openTimeZone(zone)?.name ?? "UTC"),
        withFiles,
        isSessionOpen: () => isSessionOpen(caller.sessionId),
      });
      reply.headers({
        "content-disposition": attachment(name),
        "cache-control": "private, no-store",
        // Opened by its address, the document may run nothing and load nothing.
        "content-security-policy": "default-src 'none'; sandbox",
      });
      return Readable.from(content, { objectMode: false });
    });
    endpointServer.serve(app, endpoints.getOwnChatExport, async ({ caller }) => {
      const running = await turns.of(caller.userId);
      return { data: running === undefined ? null : { room_id: running.room, ...running } };
    });
  };
}
