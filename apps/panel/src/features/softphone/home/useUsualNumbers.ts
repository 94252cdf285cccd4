import { useMemo, useState } from "react";
import { useSoftphone } from "../softphone.context.ts";
import { useFavorites } from "./useFavorites.ts";

const RECENT_COUNT = 8;

/** The person's favorites, then the numbers of the last calls; null while they are loaded. */
export function useUsualNumbers(): readonly string[] | null {
  const { phone } = useSoftphone();
  const mine = useFavorites();
  const [recent] = useState(() => phone.getSnapshot().log.map(({ num }) => num));
  return useMemo(
    () =>
      mine === null
        ? null
        : [...new Set([...mine.map(({ exten }) => exten), ...new Set(recent.slice(0, RECENT_COUNT))])],
    [mine, recent],
  );
}
