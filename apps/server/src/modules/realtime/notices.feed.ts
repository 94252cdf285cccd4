import {
  emergencyEventSchema,
  holdsForAll,
  holdsRule,
  maySeeQueue,
  type PermissionModule,
  type RealtimeEvent,
  type Rights,
} from "@callpanel/contract";
import * as z from "zod/mini";
import { topic } from "../../kernel/bus/topic.ts";
import type { Receiving } from "./receiving.ts";

const noticeSchema = z.discriminatedUnion("kind", [
  /** ECID-6 */
  z.object({ kind: z.literal("emergency"), realm: z.string(), userId: z.number(), event: emergencyEventSchema }),
  /** TOGGLEOPT-5 */
  z.object({ kind: z.literal("toggled"), realm: z.string(), number: z.string() }),
  /** CDR-12: for people who may list calls of others. `userIds`: people of the company who were in the call. */
  z.object({ kind: z.literal("called"), realm: z.string(), callId: z.string(), userIds: z.array(z.number()) }),
  /** QMISS-6: the missed callers of a queue have changed. */
  z.object({ kind: z.literal("missed"), realm: z.string(), queueId: z.string() }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** An event in a realm, for people with the right to see it. */
export const noticed = topic("notice", noticeSchema);

/** What one class of receivers may see. */
export interface NoticeSight {
  readonly key: string;
  readonly realm: string;
  readonly knows: (notice: Notice) => boolean;
}

const LOCATIONS = "emergency_caller_id_locations";
const TOGGLES = "toggle_destinations";
const CALLS = "cdrs";
/** Rules that add calls of others to the user's list (CDR-2). */
const LISTING = ["read_for", "list_for"] as const;
/** Rules on another person, or on one toggle. */
const FOR = ["read_for", "list_for", "write_for"] as const;

export function noticeSightOf(realm: string, { rights }: Receiving): NoticeSight {
  const holds = (module: PermissionModule, target: string): boolean =>
    FOR.some((rule) => holdsRule(rights, module, rule, target));
  return {
    realm,
    key: JSON.stringify([
      grantOf(rights, TOGGLES, "read"),
      ...LISTING.map((rule) => grantOf(rights, CALLS, rule)),
      ...["read", ...LISTING].map((rule) => grantOf(rights, "queues", rule)),
      ...FOR.flatMap((rule) => [grantOf(rights, LOCATIONS, rule), grantOf(rights, TOGGLES, rule)]),
    ]),
    knows: (notice) => {
      if (notice.realm !== realm) return false;
      if (notice.kind === "emergency") return holds(LOCATIONS, String(notice.userId));
      if (notice.kind === "missed") return maySeeQueue(rights, notice.queueId);
      if (notice.kind === "called")
        return LISTING.some(
          (rule) =>
            holdsForAll(rights, CALLS, rule) || notice.userIds.some((id) => holdsRule(rights, CALLS, rule, String(id))),
        );
      return holdsRule(rights, TOGGLES, "read", notice.number) || holds(TOGGLES, notice.number);
    },
  };
}

/** A text that is equal for equal grants. */
function grantOf(rights: Rights, module: PermissionModule, rule: string): string {
  const granted = rights.granted.get(`${module}:${rule}`);
  if (granted === undefined || granted === "all") return granted ?? "";
  return [...granted].toSorted((one, other) => one.localeCompare(other)).join();
}

export function noticeEvents(notice: Notice, { knows }: NoticeSight): readonly RealtimeEvent[] {
  if (!knows(notice)) return [];
  if (notice.kind === "emergency") return [notice.event];
  if (notice.kind === "missed") return [{ action: "QUEUEMISSED", realm: notice.realm, queue: notice.queueId }];
  if (notice.kind === "called") return [{ action: "CDR", realm: notice.realm, callid: notice.callId }];
  return [{ action: "SETTING", realm: notice.realm, exten: notice.number, setting: "toggle_destinations" }];
}
