import { AppError, holdsForAll, type Rights } from "@callpanel/contract";
import type { QueueScope } from "./queue-report.store.ts";

const MODULE = "queue_reports";
const RULES = ["read_for", "list_for"] as const;

/**
 * QREP-1: the queues whose reports the caller may read, narrowed to those of a list of ids separated by commas.
 * @throws AppError request.forbidden for another queue
 */
export function scopeOf(rights: Rights, wanted: string): QueueScope {
  const may = readable(rights);
  const queueIds = [...new Set(wanted.split(",").map((one) => one.trim()))].filter((one) => one !== "");
  if (queueIds.length === 0) return may;
  if (may !== "realm" && queueIds.some((id) => !may.queueIds.includes(id))) throw new AppError("request.forbidden");
  return { queueIds };
}

/** All queues, unless the right is limited to some. */
function readable(rights: Rights): QueueScope {
  if (["read", ...RULES].some((rule) => holdsForAll(rights, MODULE, rule))) return "realm";
  const granted = RULES.flatMap((rule) => {
    const targets = rights.granted.get(`${MODULE}:${rule}`);
    return targets === undefined || targets === "all" ? [] : [...targets];
  });
  return { queueIds: [...new Set(granted)] };
}

export const covers = (scope: QueueScope, queueId: string | undefined): boolean =>
  scope === "realm" || (queueId !== undefined && scope.queueIds.includes(queueId));
