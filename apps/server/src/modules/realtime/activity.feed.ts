import { maySeeArea, type ActivityEvent } from "@callpanel/contract";
import * as z from "zod/mini";
import { topic } from "../../kernel/bus/topic.ts";
import type { Receiving } from "./receiving.ts";

/** Registrations, calls, queues or rooms of the company have changed. */
export const activityChanged = topic("activity.changed", z.object({ realm: z.string() }));

export interface ActivitySight {
  readonly key: string;
  readonly realm: string;
  readonly sees: boolean;
}

export function activitySightOf(realm: string, { rights }: Receiving): ActivitySight {
  const sees = maySeeArea(rights, "activity");
  return { key: sees ? "activity" : "", realm, sees };
}

/** ACTIVITY-3 */
export const activityEvents = (
  changed: { readonly realm: string },
  { realm, sees }: ActivitySight,
): readonly ActivityEvent[] => (sees && changed.realm === realm ? [{ action: "ACTIVITY", realm }] : []);
