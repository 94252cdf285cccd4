import { Button, IconPhone, IconStar, Segments, Skeleton, StatePanel } from "@callpanel/ui";
import { canRead } from "@callpanel/contract";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { LogRow } from "../pane/LogRow.tsx";
import { LazyUnsavedNotes } from "../lazyParts.ts";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { HOME_LISTS } from "../softphone.model.ts";
import { homeMessages } from "./home.messages.ts";
import { FavoriteRow } from "./FavoriteRow.tsx";
import { useFavorites } from "./useFavorites.ts";
import { useRecent } from "./useRecent.ts";
import styles from "./Home.module.css";

/** SOFT-81: the softphone without a call: the last calls, missed calls, and the user's favorites. */
export function Home() {
  const t = useWords(homeMessages);
  const { actions, viewer, noteDrafts } = useSoftphone();
  const hasNotes = useSnapshot(noteDrafts).length > 0;
  const { home } = useSoftphoneState();
  const hasFavorites = canRead(viewer.rights, "panel_buddies");
  const lists = HOME_LISTS.filter((one) => one !== "favorites" || hasFavorites);
  return (
    <>
      <WelcomeCard />
      {hasNotes ? <LazyUnsavedNotes.Part /> : null}
      <Segments
        label={t("softphone.home")}
        segments={lists.map((value) => ({ value, label: t(`softphone.home.${value}`) }))}
        value={home}
        onChange={actions.showHome}
      />
      {home === "favorites" && hasFavorites ? <Favorites /> : <Recent only={home === "missed" ? "missed" : "all"} />}
    </>
  );
}

/** WELCOME-1: in the way of nothing, and once. */
function WelcomeCard() {
  const t = useWords(homeMessages);
  const { welcome } = useSoftphone();
  if (!useSnapshot(welcome).isOffered) return null;
  return (
    <section className={styles.welcome} aria-label={t("softphone.welcome.title")}>
      <p className={styles.welcomeTitle}>{t("softphone.welcome.title")}</p>
      <p className={styles.welcomeText}>{t("softphone.welcome.text")}</p>
      <div className={styles.welcomeButtons}>
        <Button look="primary" onClick={welcome.open}>
          {t("softphone.welcome.start")}
        </Button>
        <Button onClick={welcome.finish}>{t("softphone.welcome.notNow")}</Button>
      </div>
    </section>
  );
}

function Recent({ only }: { readonly only: "all" | "missed" }) {
  const t = useWords(homeMessages);
  const recent = useRecent(only);
  if (recent === null) return <Loading />;
  if (recent.length === 0)
    return only === "missed" ? <StatePanel icon={IconPhone} title={t("softphone.home.noMissed")} /> : <NoCalls />;
  return (
    <ul className={styles.list} aria-label={t(`softphone.home.${only === "missed" ? "missed" : "recent"}`)}>
      {recent.map(({ key, ...entry }) => (
        <li key={key}>
          <LogRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Favorites() {
  const t = useWords(homeMessages);
  const favorites = useFavorites();
  if (favorites === null) return <Loading />;
  if (favorites.length === 0)
    return (
      <StatePanel icon={IconStar} title={t("softphone.home.noFavorites")} text={t("softphone.home.noFavoritesHint")} />
    );
  return (
    <ul className={styles.list} aria-label={t("softphone.home.favorites")}>
      {favorites.map((buddy) => (
        <li key={buddy.exten}>
          <FavoriteRow buddy={buddy} />
        </li>
      ))}
    </ul>
  );
}

/** Nothing to list yet: what the phone is for, and whether colleagues reach it. */
function NoCalls() {
  const t = useWords(homeMessages);
  const { viewer, reachability } = useSoftphone();
  const { status } = useSnapshot(reachability);
  return (
    <StatePanel
      icon={IconPhone}
      title={t("softphone.idle")}
      text={
        status === "ready" ? t("softphone.idleHint", { extension: viewer.user.extension }) : t("softphone.idleAwayHint")
      }
    />
  );
}

const ROWS = ["a", "b", "c", "d", "e"];

function Loading() {
  return (
    <div className={styles.list} aria-busy="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.loading}>
          <Skeleton width={36} height={36} round />
          <span>
            <Skeleton width="55%" height={13} />
            <Skeleton width="35%" height={11} />
          </span>
        </div>
      ))}
    </div>
  );
}
