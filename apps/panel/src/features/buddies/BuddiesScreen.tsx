import { Button, IconAlertTriangle, IconSearch, IconUsers, StatePanel } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../shared/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { StaleMark } from "../../shared/StaleMark.tsx";
import { useSnapshot } from "../../shared/store.ts";
import { usePageSearch } from "../../shared/usePageSearch.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { BuddyGrid } from "./BuddyGrid.tsx";
import { GridHead } from "./GridHead.tsx";
import { GridSkeleton } from "./GridSkeleton.tsx";
import { buddiesMessages } from "./buddies.messages.ts";
import { createBuddyPreferences } from "./preferences.store.ts";
import type { Roster } from "./roster.model.ts";
import { useOrder } from "./useOrder.ts";
import { useRoster } from "./useRoster.ts";
import styles from "./BuddiesScreen.module.css";

/** Colleagues as cards: everyone, found by the toolbar's search. */
export function BuddiesScreen() {
  const search = usePageSearch();
  const { storage } = usePanel();
  const [preferences] = useState(() => createBuddyPreferences(storage));
  const { state, retry } = useRoster();
  if (state.phase === "loading") return <GridSkeleton view={preferences.get().view} />;
  if (state.phase === "failed") return <LoadFailed error={state.error} onRetry={retry} />;
  return <Everyone preferences={preferences} search={search} {...state} onRetry={retry} />;
}

interface EveryoneProps {
  readonly preferences: ReturnType<typeof createBuddyPreferences>;
  readonly search: string;
  readonly roster: Roster;
  readonly loading: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Everyone({ preferences, search, roster, loading, error, onRetry }: EveryoneProps) {
  const t = useWords(buddiesMessages);
  const chosen = useSnapshot(preferences);
  const { people, calm } = useOrder(roster.people, search, chosen.sort);
  const { total } = roster;
  if (total === 0) return <NobodyFound search="" />;
  return (
    <>
      <GridHead preferences={chosen} onChange={preferences.dispatch}>
        <output className={styles.count}>
          {search === "" ? t("buddies.count", { total }) : t("buddies.found", { found: people.length, total })}
        </output>
      </GridHead>
      <StaleMark />
      {error ? <PartlyFailed error={error} count={roster.people.length} onRetry={onRetry} /> : null}
      {people.length === 0 && !loading ? (
        <NobodyFound search={search} />
      ) : (
        <BuddyGrid people={people} view={chosen.view} busy={loading} calm={calm} />
      )}
    </>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function LoadFailed({ error, onRetry }: FailedProps) {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  const title = words.error("buddies.load");
  const said = words.say(sayError(error, "buddies.load"));
  return (
    <StatePanel
      urgent
      icon={IconAlertTriangle}
      title={title}
      // What the server said, where it said more than the title.
      text={said === title ? undefined : said}
      action={<Button onClick={onRetry}>{t("buddies.retry")}</Button>}
    />
  );
}

/** BUDDIES-4: what is there stays. */
function PartlyFailed({ error, count, onRetry }: FailedProps & { readonly count: number }) {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  return (
    <div className={styles.partly} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <p>
        {words.say(sayError(error, "buddies.load"))} {t("buddies.partly", { count })}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {t("buddies.retry")}
      </Button>
    </div>
  );
}

function NobodyFound({ search }: { readonly search: string }) {
  const t = useWords(buddiesMessages);
  const services = usePanel();
  if (search === "")
    return <StatePanel icon={IconUsers} title={t("buddies.emptyTitle")} text={t("buddies.emptyText")} />;
  return (
    <StatePanel
      icon={IconSearch}
      title={t("buddies.noneTitle")}
      text={t("buddies.noneText", { search })}
      action={
        <Button onClick={() => services.search.dispatch({ type: "typed", text: "" })}>{t("buddies.clear")}</Button>
      }
    />
  );
}
