import type { CallSnapshot } from "@callpanel/webphone";
import { useSnapshot } from "../../../shared/store.ts";
import { useOwnCall, useSoftphone } from "../softphone.context.ts";
import { threeWayOf } from "./people.model.ts";
import type { ThreeWayCall } from "./people.model.ts";

/** The three-way call that a call of this phone is in, with the own channel there. */
export function usePeople(call: CallSnapshot): { readonly channel: string; readonly threeWay: ThreeWayCall } | null {
  const channel = useOwnCall(call)?.channel;
  const threeWay = threeWayOf(useSnapshot(useSoftphone().threeWay), channel);
  return channel === undefined || threeWay === undefined ? null : { channel, threeWay };
}
