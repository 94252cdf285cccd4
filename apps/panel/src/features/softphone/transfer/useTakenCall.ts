import type { CallSnapshot } from "@callpanel/webphone";
import { useMemo } from "react";
import type { TakenCall } from "../../../shared/phone/moving.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useOwnCall, useSoftphone } from "../softphone.context.ts";

/** An own call as a move takes it; null while it cannot be moved. */
export function useTakenCall(call: CallSnapshot): TakenCall | null {
  const { moving, viewer } = useSoftphone();
  const own = useOwnCall(call);
  const { user } = viewer;
  const from = useMemo(() => ({ exten: user.extension, name: fullNameOf(user) }), [user]);
  return own && !call.transfer && moving.mayMove(own, from.exten) ? { from, call: own } : null;
}
