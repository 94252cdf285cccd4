import { endpoints, type SavedQueueReport } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { openTimeZone } from "../../../kernel/text/time-zone.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import type { SavedReport } from "./saved-report.ts";
import type { SavedReports } from "./saved-reports.ts";

/** QMAIL-1: each person's own reports by mail. */
export function createSavedReportsRoutes({
  endpointServer,
  savedReports,
  users,
}: {
  readonly endpointServer: EndpointServer;
  readonly savedReports: SavedReports;
  readonly users: Pick<UserStore, "byId">;
}): Routes {
  const present = async ({
    ownerId: _owner,
    nextAt,
    lastSentAt,
    ...report
  }: SavedReport): Promise<SavedQueueReport> => {
    const people = await Promise.all(report.recipients.map((id) => users.byId(id)));
    const zone = openTimeZone(report.timezone);
    const iso = (at: number): string => zone?.iso(at) ?? new Date(at).toISOString();
    return {
      ...report,
      queues: [...report.queues],
      recipients: people.flatMap((user) =>
        user === undefined ? [] : [{ extension: user.extension, name: displayName(user) }],
      ),
      next_at: iso(nextAt),
      last_sent_at: lastSentAt === null ? null : iso(lastSentAt),
    };
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listSavedQueueReports, async ({ caller }) => {
      const data = await Promise.all((await savedReports.of(caller.userId)).map(present));
      return { total: data.length, data };
    });
    endpointServer.serve(app, endpoints.createSavedQueueReport, async ({ caller, body }) =>
      present(await savedReports.create(caller, body)),
    );
    endpointServer.serve(app, endpoints.changeSavedQueueReport, async ({ caller, params, body }) =>
      present(await savedReports.change(caller, params.id, body)),
    );
    endpointServer.serve(app, endpoints.removeSavedQueueReport, async ({ caller, params }) => {
      await savedReports.remove(caller, params.id);
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.listReportRecipients, async ({ caller, query }) => {
      const found = await savedReports.recipients(caller.realm.id, query.search);
      const data = found.map((user) => ({ extension: user.extension, name: displayName(user) }));
      return { total: data.length, data };
    });
  };
}
