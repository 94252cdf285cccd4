/** How legs leave their calls for another destination. */
import type { CommandOutcome, DirectoryUser } from "@callpanel/phone-port";
import { DONE } from "../call/command-outcome.ts";
import { LAST_WAY } from "../call/moves.port.ts";
import { partyOf } from "../leg/leg.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { CommandDeps } from "./command-deps.ts";
import type { Mover } from "./gathering.ts";
import type { ParkingPlace } from "./redirect-check.ts";

/** Where the legs go. */
export interface Goal {
  readonly dialled: string;
  readonly by: DirectoryUser;
  readonly place?: ParkingPlace;
}

type MoveDeps = Pick<CommandDeps, "moves" | "parking" | "passOn" | "register" | "routing" | "slots">;

export function createRedirectMoves({ moves, parking, passOn, register, routing, slots }: MoveDeps) {
  const moveOne = ({ leg, call }: Mover, { dialled, by, place }: Goal): CommandOutcome => {
    if (call.peerOf(leg) !== undefined) {
      passOn({ call, leg, by }, place === undefined ? dialled : String(place.slot), () => undefined);
      return DONE;
    }
    const parked = slots.stayOf(call);
    if (parked !== undefined && place !== undefined) {
      parking.move(call, place);
      return DONE;
    }
    // A leg that is alone with a service goes back to it if the call reaches no one.
    const { codec, dialledNumber } = call;
    const back = parking.leave(call) ?? {
      ...LAST_WAY,
      handBack: (_, back) =>
        moves.sendOn(back, { kind: "number", dialled: dialledNumber, by: leg.user, codec }, LAST_WAY),
    };
    call.part(leg, { how: "blind", to: dialled, by: by.id });
    moves.sendOn(leg, { kind: "number", dialled, by, codec }, back);
    return DONE;
  };

  /** A call that rings is sent to another destination: its caller is routed again, and hears the result. */
  const deflect = ({ call }: Mover, { dialled, by }: Goal): CommandOutcome => {
    const { userId } = call.view().callee;
    if (userId !== undefined && userId !== call.caller.user.id) register.vacate(userId, call);
    const caller = call.reroute();
    void routing.route({ call, caller, by, hops: ONWARD_HOPS, referredBy: partyOf(by) }, dialled);
    return DONE;
  };

  /** All of them leave before the first one arrives, so that none is treated as left behind by another. */
  const moveAll = (movers: readonly Mover[], { dialled, by }: Goal): CommandOutcome => {
    const codecs = movers.map(({ call }) => call.codec);
    for (const { leg, call } of movers) {
      if (slots.stayOf(call) !== undefined) slots.unpark(call);
      call.part(leg, { how: "blind", to: dialled, by: by.id });
    }
    for (const { call } of movers) call.settle();
    for (const [at, { leg }] of movers.entries())
      moves.sendOn(leg, { kind: "number", dialled, by, codec: codecs[at] }, LAST_WAY);
    return DONE;
  };

  return { moveOne, deflect, moveAll };
}
