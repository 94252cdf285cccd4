import { AppError } from "@callpanel/contract";
import type { Scene } from "./command.ts";

/**
 * RT-12: a channel may be acted on by whoever is in its call or may see a side of it. One that does not exist and one that
 * is not theirs to see are told alike.
 */
export function demandSeen({ caller, sight, office }: Scene, ...channels: readonly string[]): void {
  const wanted = new Set(channels);
  for (const person of office.people()) {
    if (person.calls.length === 0) continue;
    const isSelf = person.userId === caller.userId;
    if (!isSelf && !sight.of(person).calls) continue;
    for (const { channel, peerChannel } of person.calls) {
      wanted.delete(channel);
      wanted.delete(peerChannel);
    }
  }
  if (wanted.size > 0) throw new AppError("request.notFound");
}

/** RT-12: a channel that is the person's own leg; others are told as if there were none. */
export function demandOwn({ caller, office }: Scene, channel: string): void {
  const own = office.person(caller.userId)?.calls.some((call) => call.channel === channel);
  if (own !== true) throw new AppError("request.notFound");
}
