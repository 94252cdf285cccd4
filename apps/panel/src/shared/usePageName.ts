import { useMatches } from "@tanstack/react-router";
import type { PageName } from "./routes.ts";

/** The page that the address names; null between two addresses. */
export const usePageName = (): PageName | null =>
  useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.page).find(Boolean) ?? null });
