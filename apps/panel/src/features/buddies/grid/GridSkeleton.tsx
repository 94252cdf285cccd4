import { useWords } from "../../../shared/words/useWords.ts";
import { BuddyCardSkeleton } from "../card/BuddyCard.tsx";
import { buddiesMessages } from "../buddies.messages.ts";
import type { BuddyView } from "../preferences.store.ts";
import styles from "./GridSkeleton.module.css";

const COUNT = 18; // spec 2 §9: the first page

/** The placeholder of the list while it is loading. */
export function GridSkeleton({ view }: { readonly view: BuddyView }) {
  const t = useWords(buddiesMessages);
  return (
    <ul className={styles.skeletons} data-view={view} aria-label={t("buddies.list")} aria-busy="true">
      {Array.from({ length: COUNT }, (_, at) => (
        <BuddyCardSkeleton key={at} view={view} />
      ))}
    </ul>
  );
}
