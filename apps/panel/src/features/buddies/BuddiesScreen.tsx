import { Button, IconAlertTriangle, IconSearch, IconUsers, Pager, StatePanel } from "@callpanel/ui";
import type { Buddy } from "@callpanel/contract";
import { sayError } from "../../shared/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { buttonOf } from "../../shared/softphoneButton.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { BuddyCard, BuddyCardSkeleton } from "./BuddyCard.tsx";
import type { BuddyCardProps } from "./BuddyCard.tsx";
import { StaleMark } from "./StaleMark.tsx";
import { ownPresence, rangeOf } from "./buddies.model.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import { useBuddies } from "./useBuddies.ts";
import { useLiveBuddy } from "./useLiveBuddy.ts";
import styles from "./BuddiesScreen.module.css";

const SKELETON_COUNT = 12;

/** Colleagues as cards, 18 a page, found by the toolbar's search. */
export function BuddiesScreen() {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  const { query, shown, goTo } = useBuddies();
  if (query.isPending) return <BuddyListSkeleton />;
  if (query.isError && query.data === undefined) {
    return (
      <StatePanel
        urgent
        icon={IconAlertTriangle}
        title={words.error("buddies.load")}
        text={textBeside(words.error("buddies.load"), words.say(sayError(query.error, "buddies.load")))}
        action={<Button onClick={() => void query.refetch()}>{t("buddies.retry")}</Button>}
      />
    );
  }
  const { data: buddies, total } = query.data;
  const { from, to, pageCount } = rangeOf(shown, total);
  if (total === 0) return <NobodyFound search={shown.search} />;
  return (
    <>
      <div className={styles.head}>
        <output className={styles.count}>{t("buddies.count", { total })}</output>
        <Pager
          label={t("buddies.pages")}
          previousLabel={t("buddies.previous")}
          nextLabel={t("buddies.next")}
          range={t("buddies.range", { from, to, total })}
          page={shown.page}
          pageCount={pageCount}
          onPage={goTo}
        />
      </div>
      <StaleMark />
      <BuddyList buddies={buddies} stale={query.isPlaceholderData} />
    </>
  );
}

/** What the server said, where it said more than the title. */
const textBeside = (title: string, said: string) => (said === title ? undefined : said);

function BuddyList({ buddies, stale }: { readonly buddies: readonly Buddy[]; readonly stale: boolean }) {
  const t = useWords(buddiesMessages);
  const { viewer, softphone, dock } = usePanel();
  const call = (number: string) => {
    const slot = softphone.get();
    if (slot.kind !== "ready") return;
    dock.open();
    slot.softphone.dial(number);
  };
  return (
    <ul className={styles.grid} aria-label={t("buddies.list")} aria-busy={stale} data-stale={stale ? "" : undefined}>
      {buddies.map((buddy) =>
        buddy.userId === viewer.user.id ? (
          <OwnCard key={buddy.subscriberId} buddy={buddy} />
        ) : (
          <ColleagueCard key={buddy.subscriberId} buddy={buddy} onCall={viewer.flags.softphone ? call : null} />
        ),
      )}
    </ul>
  );
}

function ColleagueCard({ buddy, onCall }: Pick<BuddyCardProps, "buddy" | "onCall">) {
  const live = useLiveBuddy(buddy.exten);
  const presence = live?.presence ?? buddy.presence;
  return <BuddyCard buddy={{ ...buddy, presence }} live={live} stale={useStale()} onCall={onCall} />;
}

function OwnCard({ buddy }: Pick<BuddyCardProps, "buddy">) {
  const live = useLiveBuddy(buddy.exten);
  const slot = useSnapshot(usePanel().softphone);
  const presence = ownPresence(live?.presence ?? buddy.presence, useSnapshot(buttonOf(slot)));
  return <BuddyCard buddy={{ ...buddy, presence }} live={live} stale={useStale()} onCall={null} self />;
}

const useStale = (): boolean => useSnapshot(usePanel().liveBuddies.liveness).kind === "stale";

function BuddyListSkeleton() {
  const t = useWords(buddiesMessages);
  return (
    <ul className={styles.grid} aria-label={t("buddies.list")} aria-busy="true">
      {Array.from({ length: SKELETON_COUNT }, (_, at) => (
        <BuddyCardSkeleton key={at} />
      ))}
    </ul>
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
