import { canRead } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Api } from "../../api/api.ts";
import type { LiveBuddies } from "../../live/liveBuddies.ts";
import type { ParkedCalls } from "../../live/liveParking.ts";
import type { Readable } from "../../store.ts";
import { useSnapshot } from "../../store.ts";
import type { Viewer } from "../../viewer.ts";
import { useWords } from "../../words/useWords.ts";
import type { MoveTarget, Verdict } from "../moving.ts";
import type { NumberNames } from "../numberNames.ts";
import { peopleQuery } from "../people.api.ts";
import type { Destination } from "./destination.ts";
import { lotsQuery, numbersQuery } from "./send.api.ts";
import { sendMessages } from "./send.messages.ts";
import { orderTargets, slotsOf, targetOf } from "./send.model.ts";

/** More than one reads: the best of them come first. */
const TARGET_COUNT = 60;
const NO_ONE: readonly string[] = [];

export interface SendSources {
  readonly api: Api;
  readonly viewer: Viewer;
  readonly liveBuddies: LiveBuddies;
  readonly liveParking: Readable<ParkedCalls | null>;
  readonly numberNames: NumberNames;
}

export interface SendQuestion {
  readonly destination: Destination;
  /** Numbers to leave out. */
  readonly except?: readonly string[];
  /** Numbers that come first. Null: not known yet, nothing is shown. */
  readonly first?: readonly string[] | null;
  /** Targets that the server's search does not know, or not first. */
  readonly near?: readonly MoveTarget[];
  /** Whether the person may look numbers up; others find colleagues and lots. */
  readonly canLookUp: boolean;
  /** Whether a single slot can be a destination. */
  readonly canSlot: boolean;
  verdictOf(target: MoveTarget): Verdict;
}

export interface SendList {
  readonly targets: readonly MoveTarget[];
  /** What the list was searched with. */
  readonly search: string;
  /** The list is the server's answer to `search`. */
  readonly isSearched: boolean;
  /** The answer is on its way. */
  readonly isLoading: boolean;
  /** The single slot with exactly this number. */
  slotAt(number: string): MoveTarget | undefined;
}

const NONE: readonly MoveTarget[] = [];

/** The destinations that fit what is typed, ordered by their state when the list arrived: no row moves under the pointer. */
export function useSendTargets(sources: SendSources, question: SendQuestion): SendList {
  const { api, viewer, liveBuddies, liveParking } = sources;
  const { destination, except = NO_ONE, first = NO_ONE, near = NONE, canLookUp, canSlot, verdictOf } = question;
  const t = useWords(sendMessages);
  const search = useSnapshot(destination.settled).trim();
  const numbers = useQuery({ ...numbersQuery(api, { search, limit: TARGET_COUNT }), enabled: canLookUp });
  const people = useQuery({ ...peopleQuery(api, search), enabled: !canLookUp });
  const lots = useQuery({ ...lotsQuery(api, viewer), enabled: canRead(viewer.rights, "parkings") });
  const slotsFrom = useCallback(
    (typed: string) =>
      canSlot
        ? slotsOf(lots.data ?? [], typed, {
            isTaken: (slot) => liveParking.get()?.has(slot) ?? false,
            nameOf: (slot) => t("send.slot", { name: slot }),
          })
        : NONE,
    [canSlot, liveParking, lots.data, t],
  );
  const targets = useMemo(() => {
    if (first === null) return NONE;
    const wanted = search.toLowerCase();
    const fitting = (one: readonly MoveTarget[]) =>
      one.filter(({ name, number }) => `${name} ${number}`.toLowerCase().includes(wanted));
    const known = canLookUp
      ? (numbers.data?.data ?? [])
          .filter(({ label, phoneNumber }) => label !== "direct" || phoneNumber === search)
          .flatMap((entry) => targetOf(entry) ?? [])
      : [...(people.data ?? []), ...fitting((lots.data ?? []).map(lotTarget))];
    const closest = fitting(near);
    const others = known.filter(
      ({ number }) => !except.includes(number) && closest.every((one) => one.number !== number),
    );
    return orderTargets([...closest, ...others, ...slotsFrom(search)], {
      search,
      first: [...closest.map(({ number }) => number), ...first],
      verdictOf,
      presenceOf: (number) => liveBuddies.of(number).get()?.presence,
    }).filter((target) => isOffered(target, verdictOf(target)));
  }, [except, first, liveBuddies, lots.data, canLookUp, near, numbers.data, people.data, search, slotsFrom, verdictOf]);
  const found = canLookUp ? numbers : people;
  const isSearched = found.data !== undefined && !found.isPlaceholderData;
  return {
    targets,
    search,
    isSearched,
    isLoading: found.isFetching && !isSearched,
    slotAt: (number) => slotsFrom(number).find((one) => one.number === number),
  };
}

const lotTarget = ({ name, extension }: { readonly name: string; readonly extension: string }): MoveTarget => ({
  kind: "lot",
  number: extension,
  name,
});

/** A number outside to which the user may not send the call is not worth a row with the reason; a colleague and a place are. */
const isOffered = ({ kind }: MoveTarget, verdict: Verdict): boolean =>
  verdict !== "forbidden" || (kind !== "outside" && kind !== "service");
