/** Moves legs that are up between calls. The phone of a moved leg gets no INVITE. */
import { parseNumber } from "@callpanel/phone-port";
import type { CallRegister } from "../call/call-register.ts";
import { NO_WATCHER } from "../call/call.port.ts";
import { cleanName } from "../../signalling/caller-identity.ts";
import { partyOf } from "../leg/leg.ts";
import { movedEnd } from "../call/moved-end.ts";
import type { Moves } from "../call/moves.port.ts";
import type { Routing } from "../call/routing.port.ts";

export const ONWARD_HOPS = 70; // RFC 3261 §8.1.1.6

export function createMoves({
  register,
  routing,
}: {
  readonly register: CallRegister;
  readonly routing: Routing;
}): Moves {
  return {
    sendOn: (leg, to, watcher) => {
      const caller = movedEnd(leg, to.codec);
      const moved = { codec: to.codec, watcher };
      const hops = ONWARD_HOPS;
      if (to.kind === "user") {
        const call = register.start(caller, to.user.extension, { moved });
        const { came } = to;
        if (came !== undefined) call.cameBy(came);
        const diversions = came === undefined ? [] : [came.by];
        void routing.reachPhones({ call, caller, hops, diversions }, to.user);
        return;
      }
      const { dialled, by, came } = to;
      const call = register.start(caller, parseNumber(dialled) ?? cleanName(dialled), { moved });
      void routing.route({ call, caller, by, hops, referredBy: partyOf(by), came }, dialled);
    },
    bringTogether: (caller, callee, codec, by) => {
      const end = movedEnd(caller.leg, codec);
      const call = register.start(end, callee.leg.party.number, { moved: { codec, watcher: NO_WATCHER } });
      register.claim(callee.leg, call);
      if (callee.leg.party.userId !== undefined) register.occupy(callee.leg.user.id, call);
      call.cameBy({ how: "transferred", by });
      call.meet(callee, codec);
    },
  };
}
