import type { ToggleDestination } from "@callpanel/contract";
import { isWholeToggle, listToggleDestinations, setToggleDestination } from "@callpanel/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useShowFailure } from "../rows.ts";
import { nameOf } from "./toggles.model.ts";
import { togglesMessages } from "./toggles.messages.ts";

const KEY = ["settings", "toggle_destinations"] as const;
const MOST = 100;

/** The visible toggle destinations, and flipping one: immediately, and reverted if the server refuses (SET-6). */
export function useToggles() {
  const t = useWords(togglesMessages);
  const { api, notices } = usePanel();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      // Spec 2 §5: an incomplete one is ignored.
      (await api.call(listToggleDestinations, { query: { start: 0, limit: MOST }, signal })).toggle_dest.filter(
        isWholeToggle,
      ),
  });
  const put = (toggle: ToggleDestination) =>
    client.setQueryData<readonly ToggleDestination[]>(KEY, (all) =>
      all?.map((one) => (one.id === toggle.id ? toggle : one)),
    );
  const { mutate } = useMutation({
    scope: { id: "settings.toggle_destinations" },
    mutationFn: ({ toggle, option }: { readonly toggle: ToggleDestination; readonly option: "A" | "B" }) =>
      api.call(setToggleDestination, { params: { id: toggle.id }, body: { active_opt: option } }),
    onMutate: async ({ toggle, option }) => {
      await client.cancelQueries({ queryKey: KEY });
      put({ ...toggle, activeOpt: option });
    },
    onSuccess: (stored) => {
      put(stored);
      notices.success(t("settings.toggle.flipped", { toggle: stored.name, name: nameOf(stored, stored.activeOpt) }));
    },
    onError: (error, { toggle }) => {
      put(toggle);
      showFailure(error, "settings.toggle.failed");
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
  return { query, flip: (toggle: ToggleDestination, option: "A" | "B") => mutate({ toggle, option }) };
}
