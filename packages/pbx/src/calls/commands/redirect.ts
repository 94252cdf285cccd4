/** Moves legs of calls in progress, as a person commands (rules XFER-20 to XFER-26, PARK-8). */
import type { DirectoryUser, PhoneCommands } from "@callpanel/phone-port";
import { partyOf } from "../leg/leg.ts";
import type { Gather, Mover } from "./gathering.ts";
import type { CommandDeps } from "./command-deps.ts";
import { createRedirectCheck } from "./redirect-check.ts";
import { createRedirectMoves, type Goal } from "./redirect-moves.ts";
import { DONE, refused } from "../call/command-outcome.ts";

export function createRedirect(deps: CommandDeps, gather: Gather): PhoneCommands["redirect"] {
  const { clock, realm, directory, dialPlan, index, queues, register, rooms, slots } = deps;
  const { find, check } = createRedirectCheck(deps);
  const { moveOne, deflect, moveAll } = createRedirectMoves(deps);

  const moverOf = (legId: string): Mover | undefined => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    return leg === undefined || call === undefined ? undefined : { leg, call };
  };

  const isIn = ({ leg, call }: Mover, { id }: DirectoryUser): boolean =>
    [leg, call.peerOf(leg)?.leg, ...(rooms.stayOf(leg)?.others ?? [])].some((one) => one?.user.id === id);

  /** QBOARD-11: what a service plays to the leg, or who hears it there, is not asked: only a line and a slot are waiting. */
  const isUnanswered = ({ call }: Mover): boolean =>
    call.ringing || slots.stayOf(call) !== undefined || queues?.waitsIn(call.id) !== undefined;

  return async ({ by: username, legIds, to, waitingIn, whileUnanswered }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return refused("unavailable");
    const destination = await dialPlan.resolve(to, by);
    const found = await find(destination, by);
    // No `await` from here on: what the checks found stays true.
    const movers: Mover[] = [];
    for (const legId of new Set(legIds)) {
      const mover = moverOf(legId);
      if (mover === undefined) return refused("unknownLeg");
      movers.push(mover);
    }
    const [first] = movers;
    if (first === undefined) return refused("unknownLeg");
    // QBOARD-11: an agent may have picked up meanwhile, or the caller waits in another queue now.
    if (waitingIn !== undefined && queues?.waitsIn(first.call.id) !== waitingIn) return refused("wrongState");
    if (whileUnanswered === true && !movers.every(isUnanswered)) return refused("wrongState");
    const rings = movers.length === 1 && first.call.ringing;
    if (!rings && !movers.every(({ leg, call }) => call.mayLeave(leg))) return refused("wrongState");
    const checked = check(destination, found, movers);
    if (!checked.ok) return refused(checked.why);
    if (destination.kind === "room") {
      const { number, place } = destination;
      const legs = movers.map(({ leg }) => leg);
      const isTheirs = movers.some((mover) => isIn(mover, by));
      // ROOM-12
      if (directory.notifies?.("moved") === true && !isTheirs) for (const { ear } of legs) ear.beep(clock);
      if (place.passing && movers.length > 1) {
        const came = isTheirs ? undefined : ({ how: "transferred", by: partyOf(by) } as const);
        gather({ number, name: place.name, movers, by, came });
        return DONE;
      }
      rooms.expect(number, legs);
    }
    const goal: Goal = { dialled: to, by, ...(checked.place === undefined ? {} : { place: checked.place }) };
    if (rings) return deflect(first, goal);
    return movers.length === 1 ? moveOne(first, goal) : moveAll(movers, goal);
  };
}
