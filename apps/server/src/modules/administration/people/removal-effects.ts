import type { RemovalEffect } from "@callpanel/contract";
import { exitsOf } from "../../queues/index.ts";
import { nameOf, targetsOf, type StoredUser } from "../company.model.ts";
import type { CompanyReader } from "../company.store.ts";

type PersonlessEffect = Omit<RemovalEffect, "person">;

/** PEOPLE-6: what leads to people, and what is lost with them, by person in their order. Lists of a thousand watchers are a count. */
export async function removalEffects(
  reader: CompanyReader,
  realmId: number,
  people: readonly StoredUser[],
): Promise<readonly RemovalEffect[]> {
  const extensions = new Set(people.map(({ extension }) => extension));
  const extensionOf = new Map(people.map(({ id, extension }) => [id, extension]));
  const effect = (kind: RemovalEffect["kind"], extension: string, thing: { number: string; name: string }) => ({
    kind,
    extension,
    number: thing.number,
    name: thing.name,
    count: 1,
  });
  const leading = (await reader.numbers(realmId)).flatMap((entry): readonly PersonlessEffect[] => {
    const kind = entry.kind === "did" ? ("number" as const) : ("toggle" as const);
    return [...new Set(targetsOf(entry))].flatMap((target) =>
      extensions.has(target) ? [effect(kind, target, entry)] : [],
    );
  });
  const queues = (await reader.queues(realmId)).flatMap((queue): readonly PersonlessEffect[] =>
    [...new Set(Object.values(exitsOf(queue.configuration)).filter((to) => to !== null && extensions.has(to)))]
      .flatMap((to) => (to === null ? [] : [effect("queueExit", to, queue)]))
      .concat(
        queue.members.flatMap(({ agentId }) => {
          const extension = extensionOf.get(agentId);
          return extension === undefined ? [] : [effect("agent", extension, queue)];
        }),
      ),
  );
  const announcements = (await reader.announcementExits(realmId)).flatMap(
    ({ to, ...one }): readonly PersonlessEffect[] => (extensions.has(to) ? [effect("announcement", to, one)] : []),
  );
  const rooms = (await reader.conferences(realmId)).flatMap((room) =>
    room.adminIds.flatMap((id) => {
      const extension = extensionOf.get(id);
      const kind = room.pin === null && room.adminPin === null ? "roomAdmin" : "roomPin";
      return extension === undefined ? [] : [effect(kind, extension, room)];
    }),
  );
  const counts = await reader.countsLost(realmId, people);
  const lost = counts.flatMap(({ userId, forwards, watchers, voicemails }): readonly PersonlessEffect[] =>
    (
      [
        ["forwards", forwards],
        ["watchers", watchers],
        ["voicemails", voicemails],
      ] as const
    ).flatMap(([kind, count]) =>
      count === 0 ? [] : [{ kind, extension: extensionOf.get(userId) ?? "", number: "", name: "", count }],
    ),
  );
  const effects = [...leading, ...queues, ...announcements, ...rooms, ...lost];
  return people.flatMap((user) =>
    effects
      .filter(({ extension }) => extension === user.extension)
      .map((one): RemovalEffect => ({ ...one, person: nameOf(user) })),
  );
}

/** Kinds that must lead somewhere else before a person can be removed. */
export const mustLead = ({ kind }: Pick<RemovalEffect, "kind">): boolean =>
  kind === "number" || kind === "toggle" || kind === "queueExit" || kind === "announcement";
