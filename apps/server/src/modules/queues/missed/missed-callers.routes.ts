import {
  AppError,
  endpoints,
  mayCallBack,
  mayIdentifyCallers,
  maySeeQueue,
  type MissedCaller,
} from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import type { QueueConfigurations } from "../configuration/queue-configuration.ts";
import type { MissedNumber } from "./missed-caller.store.ts";
import type { MissedCallers } from "./missed-callers.ts";

export interface MissedCallersRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly configurations: Pick<QueueConfigurations, "of">;
  readonly missed: MissedCallers;
  readonly users: Pick<UserStore, "byId">;
}

/** Callers who got no answer, and who calls them back. */
export function createMissedCallersRoutes(deps: MissedCallersRoutesDeps): Routes {
  const { endpointServer, configurations, missed, users } = deps;
  const seenBy = ({ realm, rights }: Caller): ReadonlyMap<string, string> =>
    new Map(
      configurations
        .of(realm.name)
        .filter(({ number }) => maySeeQueue(rights, number))
        .map(({ number, name }) => [number, name]),
    );

  const present = async (one: MissedNumber, caller: Caller, queueName: string): Promise<MissedCaller> => {
    const { id, queueId, times, firstAt, lastAt, end, waitMs, isCallback } = one;
    const seesCaller = mayIdentifyCallers(caller.rights);
    const taker = one.taken && (await users.byId(one.taken.userId));
    const by = taker && { exten: taker.extension, name: displayName(taker), is_me: taker.id === caller.userId };
    return {
      id,
      queue: queueId,
      queue_name: queueName,
      number: seesCaller ? one.number : "",
      name: seesCaller ? one.name : "",
      times,
      first_at: firstAt,
      last_at: lastAt,
      end,
      wait: Math.round(waitMs / 1_000),
      callback: isCallback,
      taken_by: by === undefined || one.taken === undefined ? null : { ...by, at: one.taken.at },
    };
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listMissedCallers, async ({ query, caller }) => {
      const { start, limit, queue, search } = query;
      const seen = seenBy(caller);
      const queueIds = [...seen.keys()].filter((number) => queue === undefined || number === queue);
      // A search must not say what the list hides.
      const isBlind = search.trim() !== "" && !mayIdentifyCallers(caller.rights);
      const found = isBlind ? [] : await missed.list(queueIds, search);
      const page = found.slice(start, start + limit);
      const data = await Promise.all(page.map((one) => present(one, caller, seen.get(one.queueId) ?? one.queueId)));
      return { total: found.length, data };
    });

    endpointServer.serve(app, endpoints.takeMissedCaller, async ({ params: { id }, body, caller }) => {
      const queueId = await missed.queueOf(id);
      const queueName = queueId && seenBy(caller).get(queueId);
      if (queueId === undefined || queueName === undefined) throw new AppError("queues.missed.gone");
      if (!mayCallBack(caller.rights, queueId)) throw new AppError("request.forbidden");
      const change = body.taken ? missed.take : missed.giveBack;
      const shown = await present(await change(id, caller.userId), caller, queueName);
      const other = shown.taken_by;
      if (other !== null && !other.is_me) throw new AppError("queues.missed.taken", { name: other.name });
      return shown;
    });
  };
}
