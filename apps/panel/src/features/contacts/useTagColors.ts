import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePanel } from "../../shared/panel.ts";
import { tagsQuery } from "./contacts.api.ts";
import type { ContactList } from "./contacts.model.ts";

/** `#rrggbb` by a tag's name; null: it has none. */
export type TagColors = ReadonlyMap<string, string | null>;

/** The colours of a list's tags; asked for once for all chips of a page. */
export function useTagColors(list: ContactList): TagColors {
  const { api } = usePanel();
  const { data } = useQuery(tagsQuery(api, list));
  return useMemo(() => new Map(data?.map(({ name, color }) => [name, color])), [data]);
}
