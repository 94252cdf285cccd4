import { AppError, endpoints, PAGE_SIZE, type CallStory, type CallStoryRow } from "@callpanel/contract";
import type { LegQuality } from "@callpanel/phone-port";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import {
  byWorstSound,
  callSound,
  inOrder,
  storyCapture,
  storyText,
  type CallStories,
  type CallStory as KeptStory,
} from "../../call-stories/index.ts";
import { carryOut } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";
import { liveCall } from "./live-calls.ts";
import { presentSound } from "./present-sound.ts";

export interface StoriesDeps {
  readonly stories: Pick<CallStories, "list" | "find">;
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly servers: Pick<Servers, "live">;
}

/** STORY-4 to STORY-6 */
export function createStoryRoutes({
  endpointServer,
  stories,
  company,
  clock,
  servers,
}: StoriesDeps & { readonly endpointServer: EndpointServer }): Routes {
  const find = (caller: Caller, id: string): { readonly story: KeptStory; readonly row: CallStoryRow } => {
    const story = stories.find(id);
    const row = story && rowOf(story, caller);
    if (story === undefined || row === undefined) throw new AppError("request.notFound");
    return { story, row };
  };
  /** STORY-6: the user who takes a story out of the system is logged. */
  const taken = async (caller: Caller, id: string, form: "text" | "pcap"): Promise<KeptStory> => {
    const { story, row } = find(caller, id);
    const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now() };
    await carryOut(company, order, ({ note }) =>
      note("activity.storyDownloaded", { details: { call: id, form, from: row.from.number, to: row.to.number } }),
    );
    return story;
  };
  return (app) => {
    endpointServer.serve(app, endpoints.listCallStories, async ({ caller, query }) => {
      const { start, limit = PAGE_SIZE.administration, order = "time" } = query;
      const rows = (order === "time" ? stories.list() : worstFirst(stories.list())).flatMap(
        (story) => rowOf(story, caller) ?? [],
      );
      return {
        total: rows.length,
        data: rows.slice(start, start + limit),
        servers: Math.max(1, (await servers.live()).size),
      };
    });
    endpointServer.serve(app, endpoints.getCallStory, async ({ caller, params }) => {
      const { story, row } = find(caller, params.id);
      return shown(story, row);
    });
    endpointServer.serve(app, endpoints.downloadCallStory, async ({ caller, params, reply }) => {
      const story = await taken(caller, params.id, "text");
      reply.headers({ "content-disposition": 'attachment; filename="call.txt"', "cache-control": "private, no-store" });
      return storyText(story);
    });
    endpointServer.serve(app, endpoints.downloadCallCapture, async ({ caller, params, reply }) => {
      const story = await taken(caller, params.id, "pcap");
      reply.headers({
        "content-disposition": 'attachment; filename="call.pcap"',
        "cache-control": "private, no-store",
      });
      return storyCapture(story);
    });
  };
}

/** Undefined: the reader may not see both parties, or it is a call of another company. */
function rowOf({ call, record }: Pick<KeptStory, "call" | "record">, caller: Caller): CallStoryRow | undefined {
  if (call.realm !== caller.realm.name) return undefined;
  const { id, from, to, direction, since, answered_at } = liveCall(call, caller);
  if (from === null || to === null) return undefined;
  return {
    id,
    from,
    to,
    direction,
    since,
    answered_at,
    ended_at: record?.endedAt ?? null,
    status: record?.sipStatus ?? null,
    reason: record?.endReason ?? null,
    sound: presentSound(record?.quality),
  };
}

/** STORY-8: the measured calls. */
const worstFirst = (stories: ReturnType<CallStories["list"]>): ReturnType<CallStories["list"]> =>
  stories
    .flatMap((story) => {
      const sound = story.record && callSound(story.record.quality);
      return sound === undefined ? [] : [{ story, sound }];
    })
    .toSorted((one, other) => byWorstSound(one.sound, other.sound))
    .map(({ story }) => story);

function shown(story: KeptStory, row: CallStoryRow): CallStory {
  const { dialogs, record } = story;
  return {
    ...row,
    quality: { caller: heard(record?.quality.caller), callee: heard(record?.quality.callee) },
    lanes: dialogs.map(({ address, dropped }) => ({ address, dropped })),
    messages: inOrder(story).map(({ at, lane, way, first, text }) => ({ at, lane, way, first, text })),
  };
}

const heard = (quality: LegQuality | undefined): CallStory["quality"]["caller"] =>
  quality === undefined
    ? null
    : {
        codec: quality.codec ?? null,
        packets_received: quality.packetsReceived,
        packets_lost: quality.packetsLost,
        jitter_ms: quality.jitterMs,
        mos: quality.phone?.mos ?? null,
      };
