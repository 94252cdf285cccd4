import { endOtherSessions, endOwnSession, listOwnSessions } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { SignedInList } from "../../../shared/sessions/SignedInList.tsx";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useShowFailure } from "../rows.ts";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

const QUERY = ["own-sessions"];

/** SESSIONS-5: where the person is signed in. */
export function SessionsSection() {
  const t = useWords(accountMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const queries = useQueryClient();
  const showFailure = useShowFailure();
  const { data, error } = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api.call(listOwnSessions, { signal }) });
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? api.call(endOtherSessions, {}) : api.call(endOwnSession, { params: { id } }),
    onSuccess: () => notices.success(t("settings.sessions.ended")),
    onError: (failure) => showFailure(failure, "sessions.save"),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY }),
  });
  const others = data?.sessions.some(({ current }) => !current) === true;
  return (
    <SettingsSection title={t("settings.sessions.title")} hint={t("settings.sessions.hint")}>
      {error ? <ErrorLine text={words.say(sayError(error, "sessions.load"))} /> : null}
      {data === undefined ? null : (
        <SignedInList signedIn={data} busy={end.isPending} onEnd={({ id }) => end.mutate(id)} />
      )}
      {others ? (
        <div className={styles.actions}>
          <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {t("settings.sessions.endOthers")}
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  );
}
