/**
 * Moves legs of several calls into a room made on the spot, all synchronously, so that no leg is lost on the way (rules
 * ROOM-6, ROOM-17).
 */
import type { Came, DirectoryUser } from "@callpanel/phone-port";
import type { Call } from "../call/call.port.ts";
import { partyOf } from "../leg/leg.ts";
import type { Leg } from "../leg/leg.port.ts";
import { movedEnd } from "../call/moved-end.ts";
import { LAST_WAY } from "../call/moves.port.ts";
import { companyOf } from "../rooms/people.ts";
import type { CommandDeps } from "./command-deps.ts";

export interface Mover {
  readonly leg: Leg;
  readonly call: Call;
}

interface Gathering {
  readonly number: string;
  readonly name: string;
  /** All of them may leave their calls. The leg that one of them talked to is hung up, unless it is in this list too. */
  readonly movers: readonly Mover[];
  readonly by: DirectoryUser;
  readonly came?: Came | undefined;
}

export type Gather = (gathering: Gathering) => void;

export function createGather({ register, rooms }: Pick<CommandDeps, "register" | "rooms">): Gather {
  return ({ number, name, movers, by, came }) => {
    const codecs = movers.map(({ call }) => call.codec);
    for (const { leg, call } of movers) call.part(leg, { how: "attended", to: number, by: by.id });
    for (const { call } of movers) call.settle();
    const party = { number, name, kind: "room" } as const;
    for (const [at, { leg }] of movers.entries()) {
      const codec = codecs[at];
      const call = register.start(movedEnd(leg, codec), number, { moved: { codec, watcher: LAST_WAY } });
      if (leg.user.id !== by.id) call.sentBy(partyOf(by));
      if (came !== undefined) call.cameBy(came);
      const others = movers.flatMap((other) => (other.leg === leg ? [] : other.leg.shown));
      const service = rooms.serviceOf({ number, name, passing: true, makerId: by.id });
      call.put(party, service, companyOf({ number, others, rung: [] }));
    }
  };
}
