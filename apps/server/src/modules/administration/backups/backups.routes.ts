import { Readable } from "node:stream";
import { endpoints } from "@callpanel/contract";
import { endpointUrl, type EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { CompanyStore } from "../company.store.ts";
import { checkOwnsMachine } from "../machine-sight.ts";
import { proofOf } from "../prove-owner.ts";
import type { BackupsService } from "./backups.service.ts";

export interface BackupRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly company: Pick<CompanyStore, "read">;
  readonly service: BackupsService;
}

export function createBackupRoutes({ endpointServer, company, service }: BackupRoutesDeps): Routes {
  /** MACHINE-2: a back-up has all companies of the database in it. */
  const ofMachine = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await checkOwnsMachine(company);
    return work();
  };
  return (app) => {
    endpointServer.serve(app, endpoints.listBackups, ({ caller }) => ofMachine(() => service.show(caller)));
    endpointServer.serve(app, endpoints.changeBackupSchedule, ({ caller, body, request }) => {
      const { version, current_password, code, ...schedule } = body;
      const proof = proofOf(request, { current_password, code });
      return ofMachine(() => service.schedule(caller, schedule, { version, proof }));
    });
    endpointServer.serve(app, endpoints.removeReplaced, ({ caller, params }) =>
      ofMachine(() => service.removeReplaced(caller, params.name)),
    );
    endpointServer.serve(app, endpoints.takeBackup, ({ caller }) => ofMachine(() => service.take(caller)));
    endpointServer.serve(app, endpoints.checkBackup, ({ caller, params }) =>
      ofMachine(() => service.check(caller, params)),
    );
    endpointServer.serve(app, endpoints.orderBackupDownload, ({ caller, params, body, request }) =>
      ofMachine(async () => {
        const { token, sentTo } = await service.orderDownload(caller, params, proofOf(request, body));
        if (token === null) return { url: null, code_sent_to: sentTo };
        return { url: endpointUrl(endpoints.downloadBackup).replace(":token", token), code_sent_to: null };
      }),
    );
    endpointServer.servePublic(app, endpoints.downloadBackup, async ({ params, reply }) => {
      const { name, file } = await ofMachine(() => service.download(params.token));
      reply.headers({
        "content-disposition": `attachment; filename="callpanel-${name}.zip"`,
        "cache-control": "private, no-store",
      });
      return Readable.from(file);
    });
    endpointServer.serve(app, endpoints.prepareRestore, ({ caller, params }) =>
      ofMachine(() => service.prepare(caller, params)),
    );
    endpointServer.serve(app, endpoints.dropRestore, ({ caller }) => ofMachine(() => service.drop(caller)));
    endpointServer.serve(app, endpoints.restoreBackup, ({ caller, params, body, request }) => {
      const proof = { ...proofOf(request, body), typed: body.company };
      return ofMachine(() => service.restore(caller, params.name, proof));
    });
  };
}
