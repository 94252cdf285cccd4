import type { Kysely } from "kysely";
import type { CallNarrowing, CallSearch, RecordingPlace } from "../../../modules/call-history/index.ts";
import { isOfKind } from "./call-kinds.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";

/** Takes a few milliseconds. */
const AT_ONCE = 250;
/** No call begins longer than this before or after its recordings; after, because a leg may bring a recording with it. */
const LONGEST_MS = 7 * 86_400_000;

/** CDR-21: searches by recordings, because there are fewer of them than calls; a chunk at a time. */
export async function recordedCallIds(
  db: Kysely<Tables>,
  { realm, scope, from, until }: CallSearch,
  { words, kind, after }: CallNarrowing & { readonly after: RecordingPlace | undefined },
): Promise<{ readonly ids: readonly number[]; readonly next: RecordingPlace | undefined }> {
  const recordings = await db
    .selectFrom("recordings")
    .where("realm", "=", realm)
    .where("started_at", ">=", Math.max(from - LONGEST_MS, after?.startedAt ?? 0))
    .where("started_at", "<", until + LONGEST_MS)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb("started_at", ">", after?.startedAt ?? 0), eb("id", ">", after?.id ?? "")])),
    )
    .where("bytes", ">", 0)
    .select(["id", "call_id", "started_at"])
    .orderBy("started_at")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  const last = recordings.at(-1);
  if (last === undefined) return { ids: [], next: undefined };
  const carried = await db
    .selectFrom("recording_parts")
    .where(
      "recording_id",
      "in",
      recordings.map(({ id }) => id),
    )
    .select("call_id")
    .execute();
  const callIds = [...new Set([...recordings, ...carried].map(({ call_id }) => call_id))];
  const rows = await db
    .selectFrom("cdrs")
    .where("call_id", "in", callIds)
    .where("realm", "=", realm)
    .where("started_at", ">=", from)
    .where("started_at", "<", until)
    .where((eb) => eb.and(words.map((word) => contains(eb.ref("cdrs.words"), word))))
    .where((eb) => (kind === undefined ? eb.lit(true) : isOfKind(kind, scope)))
    .$if(scope !== "realm", (query) =>
      query.where(({ exists, selectFrom, ref }) =>
        exists(
          selectFrom("call_parties")
            .where("user_id", "in", scope === "realm" ? [] : [...scope.userIds])
            .where("call_parties.started_at", "=", ref("cdrs.started_at"))
            .where("cdr_id", "=", ref("cdrs.id"))
            .select("cdr_id"),
        ),
      ),
    )
    .select("id")
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return {
    ids: rows.map(({ id }) => id),
    next: recordings.length < AT_ONCE ? undefined : { startedAt: last.started_at, id: last.id },
  };
}
