import { AppError, endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { attachment, type ServeSound } from "../../kernel/http/serve-sound.ts";
import { takeForms } from "../../kernel/http/upload.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { SMS_FILES_PATH } from "./sms-gateway.port.ts";
import type { SmsService } from "./sms.service.ts";

export interface SmsFileRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly serveSound: ServeSound;
  readonly sms: Pick<SmsService, "files">;
}

const UPLOADS_AT_ONCE = 4;
/** Where a PDF or a sound is opened by itself it is a document of this host: it may do nothing. */
const DOES_NOTHING = "default-src 'none'; sandbox";

/** Files of text messages, for people and for the gateway. */
export function createSmsFileRoutes({ endpointServer, serveSound, sms: { files } }: SmsFileRoutesDeps): Routes {
  return async (app) => {
    const { upload } = endpoints.uploadSmsFile;
    if (upload === undefined) throw new Error("files are uploaded");
    const fileOf = await takeForms(app, { upload, atOnce: UPLOADS_AT_ONCE, busy: new AppError("chats.file.busy") });
    endpointServer.serve(app, endpoints.uploadSmsFile, ({ body: { name }, request, caller }) =>
      files.upload(caller, name, fileOf(request)),
    );
    endpointServer.serve(app, endpoints.getSmsFile, async ({ params, query, request, reply, caller }) => {
      const { sound, type, saveAs } = await files.served(caller, params.file_id, query.form);
      const content = await serveSound({ request, reply, sound, gone: new AppError("chats.file.gone") });
      reply.type(type).header("content-security-policy", DOES_NOTHING);
      if (saveAs !== undefined) reply.header("content-disposition", attachment(saveAs));
      return content;
    });
    endpointServer.serve(app, endpoints.removeSmsFile, async ({ params, caller }) => {
      await files.remove(caller, params.file_id);
      return { success: true as const };
    });
    app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
      `${SMS_FILES_PATH}/:id`,
      async (request, reply) => {
        const { until, signature } = request.query;
        const gone = new AppError("chats.file.gone");
        if (typeof until !== "string" || typeof signature !== "string") throw gone;
        const linked = await files.linked({ id: request.params.id, until, signature });
        if (linked === undefined) throw gone;
        const content = await serveSound({ request, reply, sound: linked.sound, gone });
        reply.type(linked.type).header("content-security-policy", DOES_NOTHING);
        return reply.send(content);
      },
    );
  };
}
