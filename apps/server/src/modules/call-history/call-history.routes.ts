import { Readable } from "node:stream";
import { AppError, endpoints, HISTORY_SORT_MAX, mayDo, PAGE_SIZE, type CallQuery } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { presentWatched, type UserStore } from "../users/index.ts";
import { callPeriod, callWords } from "./call-filter.ts";
import { callsFile } from "./call-history.csv.ts";
import {
  peopleOf,
  presentCall,
  presentDetails,
  presentDiverted,
  hearersOf,
  type Showing,
} from "./call-history.model.ts";
import { listable, mayReadCall, scopeOf } from "./call-history.policy.ts";
import type { CallHistoryStore, CallOrder, CallSearch, ListedCall } from "./call-history.store.ts";
import { callsByDate, listedCalls } from "./call-pages.ts";

export interface CallHistoryDeps {
  readonly endpointServer: EndpointServer;
  readonly users: Pick<UserStore, "byId" | "search">;
  readonly history: CallHistoryStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** DIVERT-4: older ones are found in the call history. */
const DIVERTED_DAYS = 7;
const DIVERTED_MOST = 100;
const DAY_MS = 86_400_000;

/** Calls that have ended: lists, details, and the list as a file. */
export function createCallHistoryRoutes({ endpointServer, users, history, now }: CallHistoryDeps): Routes {
  const { serve } = endpointServer;

  return (app) => {
    serve(app, endpoints.watchCallUsers, async ({ caller }) => {
      const data = (await listable(users, caller)).map((user) => presentWatched(user, caller, "cdrs"));
      return { total: data.length, data };
    });

    serve(app, endpoints.listCalls, async ({ query, caller }) => {
      const { search, showing } = await searchOf(users, caller, query);
      const { start, limit = PAGE_SIZE.cdrs } = query;
      const order = orderOf(query, caller);
      const { total, calls, ...rest } = isByDate(order)
        ? await history.page(search, { ascending: order.ascending, start, limit })
        : await orderedPage(history, search, { ...order, start, limit });
      const conversations = await history.linked(calls.map(({ callId }) => callId));
      const data = calls.map((call) => {
        const conversation = conversations.find((one) => one.has(call.callId));
        const first = conversation && calls.find(({ callId }) => conversation.has(callId));
        return { ...presentCall(call, showing), ...(first && { conversation: first.callId }) };
      });
      return { success: true as const, total, data, ...rest };
    });

    serve(app, endpoints.listDivertedCalls, async ({ query: { after }, caller }) => {
      // Read first, so that a record written in the meantime is not missed between two responses.
      const next = await history.lastId();
      if (after === undefined) return { next, data: [] };
      const since = now() - DIVERTED_DAYS * DAY_MS;
      const rows = await history.diverted({ userId: caller.userId, after, since, limit: DIVERTED_MOST });
      return { next: Math.max(next, after), data: rows.map(presentDiverted) };
    });

    serve(app, endpoints.exportCalls, async ({ query, reply, caller }) => {
      const { search, showing } = await searchOf(users, caller, query);
      const order = orderOf(query, caller);
      const pages = isByDate(order)
        ? callsByDate(history, search, order.ascending)
        : listedCalls(history, (await orderedCalls(history, search, order)).ids);
      reply.headers({
        "content-disposition": 'attachment; filename="cdrs.csv"',
        "cache-control": "private, no-store",
      });
      return Readable.from(callsFile(pages, showing));
    });

    serve(app, endpoints.getCall, async ({ params, query, caller }) => {
      const { zone } = callPeriod(query);
      const showing = showingTo(caller, zone);
      const call = await history.byId(caller.realm.name, params.id);
      // CDR-8: a call that the user may not see gives the same error as an unknown one.
      if (call === undefined || !maySee(caller, call)) throw new AppError("cdrs.notFound");
      const chain = await history.chainOf(caller.realm.name, call.callId);
      return presentDetails(
        call,
        chain.filter((one) => maySee(caller, one)),
        showing,
      );
    });
  };
}

const showingTo = (caller: Caller, zone: Showing["zone"]): Showing => ({
  zone,
  userId: caller.userId,
  mayHear: (call, recording) => mayReadCall(caller, hearersOf(call, recording)),
  mayListenTo: (userId) => mayDo(caller.rights, { kind: "listen", userId }),
});
const maySee = (caller: Caller, call: ListedCall): boolean => mayReadCall(caller, peopleOf(call));

type Filter = Pick<CallQuery, "time_zone" | "date_from" | "date_to" | "filter_by_extension">;

/** The search of a request, limited to the caller's rights. */
async function searchOf(
  users: CallHistoryDeps["users"],
  caller: Caller,
  filter: Filter,
): Promise<{ readonly search: CallSearch; readonly showing: Showing }> {
  const { zone, from, until } = callPeriod(filter);
  const scope = await scopeOf(users, caller, filter.filter_by_extension);
  return { search: { realm: caller.realm.name, scope, from, until }, showing: showingTo(caller, zone) };
}

const orderOf = ({ sort_column: sort, sort_direction, search, kind }: Order, { userId }: Caller): CallOrder => ({
  sort,
  ascending: sort_direction === "ASC",
  words: callWords(search),
  kind: kind && { name: kind, viewerId: userId },
});

type Order = Pick<CallQuery, "sort_column" | "sort_direction" | "search" | "kind">;

const isNarrowed = ({ words, kind }: CallOrder): boolean => words.length > 0 || kind !== undefined;

/** Any number of calls can be read by an index, page by page. */
const isByDate = (order: CallOrder): boolean => order.sort === "calldate" && !isNarrowed(order);

/**
 * CDR-5, CDR-13, CDR-60
 * @throws AppError cdrs.sort
 */
async function orderedCalls(
  history: CallHistoryStore,
  search: CallSearch,
  order: CallOrder,
  page = { start: 0, limit: HISTORY_SORT_MAX },
): ReturnType<CallHistoryStore["ordered"]> {
  const found = await history.ordered(search, order, page);
  if (!found.isComplete && !isNarrowed(order)) throw new AppError("cdrs.sort", { limit: HISTORY_SORT_MAX });
  return found;
}

async function orderedPage(
  history: CallHistoryStore,
  search: CallSearch,
  { start, limit, ...order }: CallOrder & { readonly start: number; readonly limit: number },
) {
  const { total, ids, isComplete } = await orderedCalls(history, search, order, { start, limit });
  return { total, calls: await history.listed(ids), ...(isComplete ? {} : { searched: HISTORY_SORT_MAX }) };
}
