import { sql, type RawBuilder } from "kysely";
import { TRANSFERRED } from "../../../modules/calls/index.ts";
import type { CallKindChoice, CallScope } from "../../../modules/call-history/index.ts";
import { RECORDED } from "./call-rows.ts";

type Condition = RawBuilder<boolean>;

/**
 * CDR-60: whether a row of `cdrs` is a call of this kind for the people of the scope. In the whole company outgoing are calls
 * to the outside and those of the viewer, as their rows say.
 */
export function isOfKind({ name, viewerId }: CallKindChoice, scope: CallScope): Condition {
  const { isCaller, isCallee, hasAnswered, hasMissed } = partsOf(scope, viewerId);
  switch (name) {
    case "outgoing":
      return isCaller;
    case "missed":
      return sql<boolean>`not (${isCaller}) and ${hasMissed}`;
    case "incoming":
      return sql<boolean>`not (${isCaller}) and cdrs.answered_at is not null
        and (${isCallee} or ${hasAnswered}) and not ${hasMissed}`;
    case "recorded":
      return sql<boolean>`(${isCaller} or ${isCallee} or ${hasAnswered}) and ${RECORDED} = 1`;
    case "voicemail":
      return sql<boolean>`cdrs.destination = 'voicemail'`;
  }
}

function partsOf(scope: CallScope, viewerId: number) {
  if (scope === "realm") {
    const isCaller = sql<boolean>`(cdrs.direction = 'outbound' or coalesce(cdrs.from_user_id = ${viewerId}, false))`;
    const isCallee = sql<boolean>`cdrs.to_user_id is not null`;
    const hasAnswered = sql<boolean>`cdrs.answered_by is not null`;
    return {
      isCaller,
      isCallee,
      hasAnswered,
      hasMissed: missed(isCallee, hasJson("diverted_from", '"isAnswered":false')),
    };
  }
  const people = sql.join(scope.userIds);
  const any = (of: (userId: number) => Condition) => sql<boolean>`(${sql.join(scope.userIds.map(of), sql` or `)})`;
  const isCaller = sql<boolean>`coalesce(cdrs.from_user_id in (${people}), false)`;
  const isCallee = sql<boolean>`coalesce(cdrs.to_user_id in (${people}), false)`;
  return {
    isCaller,
    isCallee,
    hasAnswered: any((userId) => hasJson("answered_by", `"userId":${userId}}`)),
    hasMissed: missed(
      isCallee,
      any((userId) => hasJson("diverted_from", `{"userId":${userId},%"isAnswered":false`)),
    ),
  };
}

/** Not answered at their phones, and not given up for a transfer (CDR-64); taken by their mailbox; or sent on by their settings and not answered there. */
const missed = (isCallee: Condition, isDivertedInVain: Condition): Condition =>
  sql<boolean>`((${isCallee} and cdrs.answered_at is null and cdrs.diverted_from is null and cdrs.disposition <> ${TRANSFERRED})
    or coalesce(cdrs.destination = 'voicemail' and cdrs.forwarded_by is not null, false) or ${isDivertedInVain})`;

/** In the store's own JSON; quotes of names are escaped there, so that a name cannot look like a field. */
const hasJson = (column: "answered_by" | "diverted_from", part: string): Condition =>
  sql<boolean>`coalesce(cdrs.${sql.ref(column)} like ${`%${part}%`}, false)`;
