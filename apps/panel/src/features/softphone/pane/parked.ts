/** The calls that this person has parked: a notice names the slot, and they are listed until they leave it (SOFT-30). */
import type { ParkedCall } from "@callpanel/contract";
import type { LiveParking } from "../../../shared/live/liveParking.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import type { Words } from "../../../shared/words/words.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cleanName } from "../softphone.model.ts";

export interface ParkedDeps {
  readonly liveParking: Pick<LiveParking, "get" | "subscribe">;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly viewer: Viewer;
  readonly retrieve: (slot: string) => void;
}

/** By slot, lowest first; the same array while nothing in it changes. */
export function createOwnParked({
  liveParking,
  viewer,
}: Pick<ParkedDeps, "liveParking" | "viewer">): Readable<readonly ParkedCall[]> {
  let from: unknown;
  let own: readonly ParkedCall[] = [];
  return {
    get() {
      const all = liveParking.get();
      if (all === from) return own;
      from = all;
      own = [...(all?.values() ?? [])]
        .filter(({ parker }) => parker.number === viewer.user.extension)
        .toSorted((one, other) => Number(one.space) - Number(other.space));
      return own;
    },
    subscribe: liveParking.subscribe,
  };
}

export const parkedName = ({ parkee }: ParkedCall): string => cleanName(parkee.name) || cleanName(parkee.number);

/** @returns a stop function */
export function joinParked({
  own,
  liveParking,
  ...deps
}: ParkedDeps & { readonly own: Readable<readonly ParkedCall[]> }): () => void {
  const { notices, words, retrieve } = deps;
  const keyOf = ({ parkee }: ParkedCall): string => `parked-${parkee.uniqueid}`;
  let told: ReadonlyMap<string, string> = new Map(own.get().map((call) => [keyOf(call), call.space]));
  let known = liveParking.get() !== null;
  return liveParking.subscribe(() => {
    const now = new Map(own.get().map((call) => [keyOf(call), call.space]));
    for (const key of told.keys()) if (!now.has(key)) notices.withdraw(key);
    for (const call of own.get()) {
      const { space } = call;
      // No notice for the calls of the first snapshot: the foot of the softphone lists them.
      if (!known || told.get(keyOf(call)) === space) continue;
      const name = parkedName(call);
      notices.success(words.get().text(softphoneMessages, "softphone.parked.notice", { name, slot: space }), {
        key: keyOf(call),
        forMs: "stays",
        action: { label: words.get().text(softphoneMessages, "softphone.parked.retrieve"), run: () => retrieve(space) },
      });
    }
    told = now;
    known = liveParking.get() !== null;
  });
}
