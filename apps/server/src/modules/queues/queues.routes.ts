import {
  AppError,
  endpoints,
  maySeeQueue,
  PAUSE_CODES,
  type Queue,
  type QueueName,
  type QueueState,
} from "@callpanel/contract";
import type { QueueMemberSettings } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { QueueBoard } from "./board/queue.board.ts";
import { noCallers } from "./board/queue-today.ts";
import { presentQueue, queueSightOf } from "./board/queue.sight.ts";
import type { ConfiguredQueue, QueueConfigurations } from "./configuration/queue-configuration.ts";
import type { QueueStore } from "./queue.store.ts";

export interface QueuesRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly clock: Pick<Clock, "now">;
  readonly configurations: Pick<QueueConfigurations, "of">;
  readonly board: Pick<QueueBoard, "find">;
  readonly store: Pick<QueueStore, "watchedBy" | "watch">;
}

/** Queues with their live state, and which of them a person watches. */
export function createQueuesRoutes({ endpointServer, clock, configurations, board, store }: QueuesRoutesDeps): Routes {
  const seenBy = ({ realm, rights }: Caller): readonly ConfiguredQueue[] =>
    configurations.of(realm.name).filter(({ number }) => maySeeQueue(rights, number));

  /** A queue that the phone system has not opened yet has nobody in it. */
  const stateOf = (caller: Caller, { number: id, name, configuration }: ConfiguredQueue): QueueState => {
    const realm = caller.realm.name;
    const closed = { realm, id, name, targetSeconds: configuration.serviceLevelSeconds, waiting: [], agents: [] };
    const live = board.find(realm, id) ?? { ...closed, today: noCallers(0) };
    return presentQueue(live, queueSightOf(realm, caller), clock.now());
  };
  const present = (caller: Caller, queues: readonly ConfiguredQueue[], watched: ReadonlySet<string>): Queue[] =>
    queues.map((queue) => {
      const { summary, waiting, agents } = stateOf(caller, queue);
      const watch = watched.has(queue.number);
      return { ...nameOf(caller, queue), summary: { ...summary, watch }, waiting, agents };
    });

  return (app) => {
    endpointServer.serve(app, endpoints.listQueues, async ({ query: { start, limit }, caller }) => {
      const seen = seenBy(caller);
      const watched = new Set(await store.watchedBy(caller.userId));
      return { total: seen.length, data: present(caller, seen.slice(start, start + limit), watched) };
    });

    endpointServer.serve(app, endpoints.listQueueNames, async ({ caller }) => {
      const data = seenBy(caller).map((queue) => nameOf(caller, queue));
      const isOwn = ({ agentId, login }: QueueMemberSettings) => agentId === caller.userId && login === "byCode";
      const mayLogIn = configurations.of(caller.realm.name).some(({ members }) => members.some(isOwn));
      return { total: data.length, data, may_log_in: mayLogIn };
    });

    endpointServer.serve(app, endpoints.listWatchedQueues, async ({ caller }) => {
      const watched = new Set(await store.watchedBy(caller.userId));
      const data = present(
        caller,
        seenBy(caller).filter(({ number }) => watched.has(number)),
        watched,
      );
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.watchQueue, async ({ body, caller }) => {
      const queue = namedQueue(seenBy(caller), body.name);
      const { userId, realm } = caller;
      const watched = body.watch ?? !(await store.watchedBy(userId)).includes(queue.number);
      await store.watch({ userId, realmId: realm.id, number: queue.number, watched });
      return { ...nameOf(caller, queue), watch: watched };
    });

    endpointServer.serve(app, endpoints.listPauseCodes, async ({ query }) => {
      const { start, limit, search, sort_column: column, sort_direction: direction } = query;
      const codes = PAUSE_CODES.map((name, index) => ({ id: index + 1, name }));
      const found = codes.filter(({ name }) => name.includes(search.trim().toLowerCase().replaceAll(" ", "_")));
      const sorted = column === "name" ? found.toSorted((one, other) => one.name.localeCompare(other.name)) : found;
      const data = direction.toUpperCase() === "DESC" ? sorted.toReversed() : sorted;
      return { total: data.length, data: data.slice(start, start + limit) };
    });
  };
}

const nameOf = ({ realm }: Caller, { number, name }: ConfiguredQueue): QueueName => ({
  id: `${name}${realm.id}`,
  db_id: Number(number),
  name,
  number,
  realm_id: realm.id,
});

/** The queue with this number, or else the only one with this name. */
function namedQueue(queues: readonly ConfiguredQueue[], wanted: string): ConfiguredQueue {
  const byNumber = queues.find(({ number }) => number === wanted);
  const [byName, another] = queues.filter(({ name }) => name === wanted);
  const found = byNumber ?? (another === undefined ? byName : undefined);
  if (found === undefined) throw new AppError("queues.watch");
  return found;
}
