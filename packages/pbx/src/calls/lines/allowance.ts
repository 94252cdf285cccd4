/**
 * The right to make outside calls, and their number: the one place that decides, for every way in which a call gets outside
 * (rules TOLL-1 to TOLL-9). It decides for the responsible person: the one who dials, transfers or gives the command,
 * or the owner of the forward, the follow-me list or the mailbox.
 */
import type { Clock, Directory, DirectoryUser, LineClass, OutsideCallBook, OutsideClass } from "@callpanel/phone-port";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { LegReason } from "../leg/leg.model.ts";

export interface Allowance {
  /** Permission for an outside number. */
  of(by: DirectoryUser, number: string): Promise<Allowed>;
  /** Permission for an emergency number, which needs no right. */
  ofEmergency(by: DirectoryUser): Permit;
}

export type Allowed =
  | { readonly may: true; readonly permit: Permit }
  | { readonly may: false; readonly why: OutsideClass; readonly reason: LegReason };

/** Permission for one call to one number; no outside line is taken without one. */
export interface Permit {
  /** What is called, for lines that take some calls only; undefined: any line will do. */
  readonly lineClass: LineClass | undefined;
  /** Why it cannot be used at the moment. */
  refusal(): LegReason | undefined;
  /** Counts the call. The same call on the next line counts once. */
  opened(legs: readonly CalleeLeg[]): void;
}

export interface AllowanceDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly index: { byId(legId: string): unknown };
  /** Without it the calls of the last hour are forgotten at a restart. */
  readonly outsideCalls?: OutsideCallBook | undefined;
}

/** A failed call is tried again immediately, and a colleague may need help as well. */
export const EMERGENCY_CALLS_AT_ONCE = 3;
const HOUR_MS = 3_600_000;
/** The panel maps these texts to its own (contract: `OUTSIDE_REFUSALS`). */
const NO_RIGHT: Readonly<Record<OutsideClass, string>> = {
  inland: "No right to outside calls",
  abroad: "No right to calls abroad",
  premium: "No right to premium-rate numbers",
  unknown: "No right to unknown outside numbers",
};

interface Counted {
  readonly at: number;
  legIds: readonly string[];
}

export function createAllowance({ clock, directory, index, outsideCalls }: AllowanceDeps): Allowance {
  const outside = createCounts();
  const emergency = createCounts();
  for (const { userId, at } of outsideCalls?.begun ?? []) outside.add(userId, { at, legIds: [] });

  function createCounts() {
    const callsOf = new Map<number, readonly Counted[]>();
    /** Calls of the last hour, and calls that are still in progress. */
    const recent = (userId: number): readonly Counted[] => {
      const since = clock.now() - HOUR_MS;
      const calls = (callsOf.get(userId) ?? []).filter((call) => call.at > since || goesOn(call));
      if (calls.length === 0) callsOf.delete(userId);
      else callsOf.set(userId, calls);
      return calls;
    };
    const goesOn = ({ legIds }: Counted): boolean => legIds.some((legId) => index.byId(legId) !== undefined);
    return {
      atOnce: (userId: number): number => recent(userId).filter(goesOn).length,
      inLastHour: (userId: number): number => {
        const since = clock.now() - HOUR_MS;
        return recent(userId).filter(({ at }) => at > since).length;
      },
      add: (userId: number, call: Counted): void => void callsOf.set(userId, [...recent(userId), call]),
    };
  }

  const permitFor = (
    {
      userId,
      lineClass,
      counts,
    }: {
      readonly userId: number;
      readonly lineClass: LineClass | undefined;
      readonly counts: ReturnType<typeof createCounts>;
    },
    refusal: () => LegReason | undefined,
    book?: OutsideCallBook,
  ): Permit => {
    let counted: Counted | undefined;
    return {
      lineClass,
      refusal,
      opened: (legs) => {
        const legIds = legs.map(({ leg }) => leg.id);
        if (counted !== undefined) {
          counted.legIds = legIds;
          return;
        }
        counted = { at: clock.now(), legIds };
        counts.add(userId, counted);
        book?.begin({ userId, at: counted.at });
      },
    };
  };

  return {
    of: async (by, number) => {
      const right = await directory.outsideCall(by, number);
      if (!right.may)
        return { may: false, why: right.numberClass, reason: { status: 403, text: NO_RIGHT[right.numberClass] } };
      const { atOnce, perHour, numberClass: lineClass } = right;
      const refusal = (): LegReason | undefined => {
        if (outside.atOnce(by.id) >= atOnce) return { status: 403, text: `At most ${atOnce} outside calls at a time` };
        if (outside.inLastHour(by.id) >= perHour)
          return { status: 403, text: `At most ${perHour} outside calls an hour` };
        return undefined;
      };
      return { may: true, permit: permitFor({ userId: by.id, lineClass, counts: outside }, refusal, outsideCalls) };
    },
    ofEmergency: ({ id }) =>
      permitFor({ userId: id, lineClass: "emergency", counts: emergency }, () =>
        emergency.atOnce(id) < EMERGENCY_CALLS_AT_ONCE
          ? undefined
          : { status: 403, text: `At most ${EMERGENCY_CALLS_AT_ONCE} emergency calls at a time` },
      ),
  };
}
