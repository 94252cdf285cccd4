/** Moves legs of calls in progress, as a person commands (rules XFER-20 to XFER-26, PARK-8). */
import type { CommandOutcome, CommandRefusal, DirectoryUser, ParkingLot, PhoneCommands } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import { partyOf } from "../leg/leg.ts";
import { LAST_WAY } from "../call/moves.port.ts";
import { ONWARD_HOPS } from "../moving/moves.ts";
import type { Gather, Mover } from "./gathering.ts";
import type { CommandDeps } from "./command-deps.ts";
import { noWayOutside } from "./outside-refusal.ts";
import { DONE, refused } from "../call/command-outcome.ts";

/** Where the legs go. A parking place is fixed beforehand, so that no other call can take it in between. */
interface Goal {
  readonly dialled: string;
  readonly by: DirectoryUser;
  readonly place?: { readonly lot: ParkingLot; readonly slot: number };
}

/** The current state of the destination. */
interface Found {
  readonly by: DirectoryUser;
  readonly lot: ParkingLot | undefined;
  /** Number of outside lines that are available. */
  readonly lineCount: number;
  /** Why the person who gives the command may not send a call there. */
  readonly noWay: CommandRefusal | undefined;
}

type Planning =
  | { readonly ok: true; readonly place?: Goal["place"] }
  | { readonly ok: false; readonly why: CommandRefusal };

export function createRedirect(deps: CommandDeps, gather: Gather): PhoneCommands["redirect"] {
  const {
    clock,
    realm,
    directory,
    dialPlan,
    admission,
    index,
    register,
    moves,
    passOn,
    slots,
    parking,
    routing,
    lines,
    allowance,
    rooms,
  } = deps;

  const moverOf = (legId: string): Mover | undefined => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    return leg === undefined || call === undefined ? undefined : { leg, call };
  };

  const isIn = ({ leg, call }: Mover, { id }: DirectoryUser): boolean =>
    [leg, call.peerOf(leg)?.leg, ...(rooms.stayOf(leg)?.others ?? [])].some((one) => one?.user.id === id);

  const free = (lot: ParkingLot | undefined, slot: number | undefined): Planning => {
    if (lot === undefined) return { ok: false, why: "unknownNumber" };
    if (slot === undefined || slots.waitingIn(slot) !== undefined) return { ok: false, why: "wrongState" };
    return { ok: true, place: { lot, slot } };
  };

  const lotFor = async (destination: Destination): Promise<ParkingLot | undefined> => {
    if (destination.kind === "lot") return slots.lotOf(destination.place.id);
    return destination.kind === "slot" ? slots.lotWith(Number(destination.number)) : undefined;
  };

  const plan = (destination: Destination, { by, lot, lineCount, noWay }: Found, movers: readonly Mover[]): Planning => {
    switch (destination.kind) {
      case "nothing":
        return { ok: false, why: "unknownNumber" };
      case "outside":
      case "emergency":
        if (movers.length > 1) return { ok: false, why: "wrongState" };
        if (lineCount === 0) return { ok: false, why: "unknownNumber" };
        return noWay === undefined ? { ok: true } : { ok: false, why: noWay };
      case "queue":
      case "box":
        return { ok: false, why: "unavailable" };
      case "announcement":
        return { ok: true };
      case "user": {
        if (movers.length > 1) return { ok: false, why: "wrongState" };
        // The final destination is only known when the call gets there.
        if (destination.user.forward !== undefined || destination.user.followMe !== undefined) return { ok: true };
        const status = admission.ofCallee(destination.user, movers[0]?.leg.user.id ?? 0)?.status;
        if (status === undefined) return { ok: true };
        return { ok: false, why: status === 480 ? "notRegistered" : "limit" };
      }
      case "lot":
        return free(lot, lot === undefined ? undefined : slots.freeIn(lot));
      case "slot":
        return movers.length > 1 ? { ok: false, why: "wrongState" } : free(lot, Number(destination.number));
      case "room": {
        const { number, place } = destination;
        if (place.locked) return { ok: false, why: "unavailable" };
        return place.passing && !rooms.maySendTo(number, by.id) ? { ok: false, why: "forbidden" } : { ok: true };
      }
      case "feature":
        return { ok: true };
    }
  };

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
    call.part(leg);
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
      call.part(leg);
    }
    for (const { call } of movers) call.settle();
    for (const [at, { leg }] of movers.entries())
      moves.sendOn(leg, { kind: "number", dialled, by, codec: codecs[at] }, LAST_WAY);
    return DONE;
  };

  return async ({ by: username, legIds, to }) => {
    const by = await directory.userBySipUsername(realm, username);
    if (by === undefined) return refused("unavailable");
    const destination = await dialPlan.resolve(to, by);
    const lot = await lotFor(destination);
    const lineCount = (await lines.present()).length;
    const noWay = await noWayOutside(allowance, by, destination);
    // No `await` from here on: what the checks found stays true.
    const movers: Mover[] = [];
    for (const legId of new Set(legIds)) {
      const mover = moverOf(legId);
      if (mover === undefined) return refused("unknownLeg");
      movers.push(mover);
    }
    const [first] = movers;
    if (first === undefined) return refused("unknownLeg");
    const rings = movers.length === 1 && first.call.ringing;
    if (!rings && !movers.every(({ leg, call }) => call.mayLeave(leg))) return refused("wrongState");
    const planned = plan(destination, { by, lot, lineCount, noWay }, movers);
    if (!planned.ok) return refused(planned.why);
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
    const goal = { dialled: to, by, ...(planned.place === undefined ? {} : { place: planned.place }) };
    if (rings) return deflect(first, goal);
    return movers.length === 1 ? moveOne(first, goal) : moveAll(movers, goal);
  };
}
