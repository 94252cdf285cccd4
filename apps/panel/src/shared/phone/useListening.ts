import { holdsForAll, holdsOnSome, listBuddies, mayDo } from "@callpanel/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { usePanel } from "../panel.ts";
import { useLocaleWords } from "../words/useWords.ts";
import type { Viewer } from "../viewer.ts";
import type { ListenMode } from "./softphone.ts";

/** More than the people whose name or number contains an extension. */
const PEOPLE_COUNT = 18;
const EXTENSION = /^\d{2,8}$/;

/** Whether the viewer may listen in to anybody, and the company has a code for it (FEATURE-1). */
export const mayListenToSome = ({
  flags,
  rights,
  featureCodes,
}: Pick<Viewer, "flags" | "rights" | "featureCodes">): boolean =>
  flags.softphone &&
  holdsOnSome(rights, "active_calls", "execute_callspy") &&
  featureCodes.some(({ name }) => name === "spy");

/** Listens in to the person with this extension; null: the viewer may not, or does not see them among the colleagues. */
export function useListening(exten: string): ((mode: ListenMode) => void) | null {
  const words = useLocaleWords();
  const { api, viewer, softphone, dock, notices } = usePanel();
  const mayListenToAll = holdsForAll(viewer.rights, "active_calls", "execute_callspy");
  const isAsked = mayListenToSome(viewer) && EXTENSION.test(exten);
  const { data: userId = null } = useQuery({ ...personQuery(api, exten), enabled: isAsked && !mayListenToAll });
  const mayListen = mayListenToAll || (userId !== null && mayDo(viewer.rights, { kind: "listen", userId }));
  if (!isAsked || !mayListen) return null;
  return (mode) => {
    const slot = softphone.get();
    if (slot.kind !== "ready") return notices.error(words.error("sipua.error.listen"));
    dock.open();
    return slot.softphone.listen(exten, mode);
  };
}

/** The user id of the person with an extension. */
const personQuery = (api: Api, exten: string) =>
  queryOptions({
    queryKey: ["people", "person", exten],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<number | null> => {
      const { data } = await api.call(listBuddies, { query: { start: 0, search: exten, limit: PEOPLE_COUNT }, signal });
      return data.find((one) => one.exten === exten)?.userId ?? null;
    },
  });
