import { Readable } from "node:stream";
import { endpoints, type ResponseOf } from "@callpanel/contract";
import type { PhoneSystem } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import { endpointUrl, type EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { isItemOf } from "../../realm-settings/index.ts";
import type { CompanyStore } from "../company.store.ts";
import type { BackupsService } from "./backups.service.ts";

export interface OverviewDeps {
  readonly company: Pick<CompanyStore, "read">;
  readonly clock: Pick<Clock, "now">;
  readonly phone: Pick<PhoneSystem, "snapshot">;
  readonly userAgent: string;
  readonly backup: object | undefined;
  /** What the process and the disk of its data use. */
  readonly machine: () => Promise<{
    readonly memoryBytes: number;
    readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
  }>;
  readonly service: BackupsService;
}

type Overview = ResponseOf<typeof endpoints.getOverview>;

export function createBackupRoutes({
  endpointServer,
  ...deps
}: OverviewDeps & { readonly endpointServer: EndpointServer }): Routes {
  const { service, clock } = deps;
  const startedAt = clock.now();
  return (app) => {
    endpointServer.serve(app, endpoints.getOverview, ({ caller }) => overview(deps, caller, startedAt));
    endpointServer.serve(app, endpoints.listBackups, ({ caller }) => service.show(caller));
    endpointServer.serve(app, endpoints.takeBackup, ({ caller }) => service.take(caller));
    endpointServer.serve(app, endpoints.checkBackup, ({ caller, params }) => service.check(caller, params.name));
    endpointServer.serve(app, endpoints.orderBackupDownload, async ({ caller, params }) => ({
      url: endpointUrl(endpoints.downloadBackup).replace(":token", await service.orderDownload(caller, params.name)),
    }));
    endpointServer.servePublic(app, endpoints.downloadBackup, async ({ params, reply }) => {
      const { name, file } = await service.download(params.token);
      reply.headers({
        "content-disposition": `attachment; filename="callpanel-${name}.zip"`,
        "cache-control": "private, no-store",
      });
      return Readable.from(file);
    });
    endpointServer.serve(app, endpoints.prepareRestore, ({ caller, params }) => service.prepare(caller, params.name));
    endpointServer.serve(app, endpoints.dropRestore, ({ caller }) => service.drop(caller));
    endpointServer.serve(app, endpoints.restoreBackup, async ({ caller, params, body }) => {
      await service.restore(caller, params.name, body.company);
      return { success: true as const };
    });
  };
}

/** COMPANY-10: what goes on now, in the company of the caller. */
async function overview(deps: OverviewDeps, { realm }: Caller, startedAt: number): Promise<Overview> {
  const { company, phone, machine, service, userAgent, backup } = deps;
  const { registrations, calls, rooms, queues = [] } = phone.snapshot();
  const own = registrations.filter((one) => one.realm === realm.name);
  const trunks = (await company.read((reader) => reader.realmItems(realm.id))).filter(isItemOf("trunk"));
  const registered = trunks.filter(({ name }) => own.some((one) => one.trunk === true && one.sipUsername === name));
  const { memoryBytes, disk } = await machine();
  return {
    version: userAgent,
    started_at: startedAt,
    registrations: own.filter((one) => one.trunk !== true).length,
    calls: calls.filter((call) => call.realm === realm.name).length,
    waiting: queues.reduce((sum, { waiting }) => sum + waiting.length, 0),
    rooms: rooms.filter((room) => room.realm === realm.name).length,
    lines: { registered: registered.length, total: trunks.length },
    memory_bytes: memoryBytes,
    disk: disk === undefined ? null : { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    backup: { configured: backup !== undefined, last_at: await service.lastAt() },
  };
}
