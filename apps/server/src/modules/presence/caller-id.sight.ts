import { holdsRule } from "@callpanel/contract";
import { grantKey, type Receiving, type Visibility } from "../realtime/index.ts";

/** Whose numbers and names a receiver may see. */
export interface CallerIdSight extends Visibility {
  /** Undefined: somebody outside. */
  readonly shows: (userId: number | undefined) => boolean;
}

/** RT-5: by `show_caller_id_info`; everyone sees their own. */
export function callerIdSightOf({ userId: own, rights }: Receiving): CallerIdSight {
  const holds = (userId: number | undefined): boolean =>
    holdsRule(rights, "panel_buddies", "show_caller_id_info", String(userId ?? ""));
  return {
    key: JSON.stringify([holds(own) ? null : own, grantKey(rights, "panel_buddies", "show_caller_id_info")]),
    shows: (userId) => userId === own || holds(userId),
  };
}
