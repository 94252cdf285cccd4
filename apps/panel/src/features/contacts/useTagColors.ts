import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePanel } from "../../shared/panel.ts";
import { tagsQuery } from "./contacts.api.ts";
import type { ContactList } from "./contacts.lists.ts";

/** `#rrggbb` by the name of a tag; null if it has no colour. */
export type TagColors = ReadonlyMap<string, string | null>;

/** The colours of a list's tags; requested once for all chips of a page. */
export function useTagColors(list: ContactList): TagColors {
  const { api } = usePanel();
  const { data } = useQuery(tagsQuery(api, list));
  return useMemo(() => new Map(data?.map(({ name, color }) => [name, color])), [data]);
}
