import type { PhoneNumber } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { numbersQuery, SUGGESTION_COUNT } from "../softphone.api.ts";
import { useFavorites } from "../home/useFavorites.ts";
import { useSoftphone } from "../softphone.context.ts";
import { suggestTargets } from "./targets.model.ts";

const RECENT_COUNT = 8;
const NOBODY: readonly PhoneNumber[] = [];

/** SOFT-27: the suggestions before anything is typed. Their order is fixed on arrival: no row moves under the pointer. */
export function useSuggestions(): readonly PhoneNumber[] {
  const { api, phone, liveBuddies } = useSoftphone();
  const { data: all } = useQuery(numbersQuery(api, { search: "", limit: SUGGESTION_COUNT }));
  const mine = useFavorites();
  const [recent] = useState(() => [...new Set(phone.getSnapshot().log.map(({ num }) => num))].slice(0, RECENT_COUNT));
  return useMemo(() => {
    if (!all || mine === null) return NOBODY;
    return suggestTargets(all.data, {
      favorites: mine.map(({ exten }) => exten),
      recent,
      presenceOf: (number) => liveBuddies.of(number).get()?.presence,
    });
  }, [all, liveBuddies, mine, recent]);
}
