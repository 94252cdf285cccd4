import { canWrite, changePreferences, getPreferences } from "@callpanel/contract";
import type { LandingPage, UserPreferences } from "@callpanel/contract";
import { IconButton, IconHeart, IconHeartFilled } from "@callpanel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../shared/panel.ts";
import type { AreaName } from "../../shared/routes.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { embeddingMessages } from "./embedding.messages.ts";
import { DEFAULT_LANDING, LANDING_OF } from "./landing.ts";

/** EMBED-4: marks the page as the one to begin with. There for pages that can be it, and for those who may choose. */
export function LandingHeart({ area }: { readonly area: AreaName | null }) {
  const { viewer } = usePanel();
  const page = area === null ? undefined : LANDING_OF[area];
  const mayChoose = viewer.flags.userPreferencesRead && canWrite(viewer.rights, "user_preferences");
  return page === undefined || !mayChoose ? null : <Heart page={page} />;
}

function Heart({ page }: { readonly page: LandingPage }) {
  const t = useWords(embeddingMessages);
  const { api, notices, viewer } = usePanel();
  const queryClient = useQueryClient();
  const params = { id: viewer.user.id };
  // The page of settings shows the same (SET-3).
  const queryKey = ["settings", "preferences"];
  const preferences = useQuery({ queryKey, queryFn: () => api.call(getPreferences, { params }) });
  const choice = useMutation({
    mutationFn: (landing: LandingPage) =>
      api.call(changePreferences, { params, body: { clearly_anywhere_landing_page: landing } }),
    onMutate: (landing) => {
      const before = queryClient.getQueryData<UserPreferences>(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, clearly_anywhere_landing_page: landing });
      return before;
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      if (saved.clearly_anywhere_landing_page === page) notices.success(t("embedding.landingSaved"));
    },
    onError: (_error, _landing, before) => {
      queryClient.setQueryData(queryKey, before);
      notices.error(t("embedding.landingFailed"));
    },
  });
  if (!preferences.data) return null;
  const isLanding = preferences.data.clearly_anywhere_landing_page === page;
  return (
    <IconButton
      label={t("embedding.landing")}
      icon={isLanding ? IconHeartFilled : IconHeart}
      aria-pressed={isLanding}
      onClick={() => choice.mutate(isLanding ? DEFAULT_LANDING : page)}
    />
  );
}
