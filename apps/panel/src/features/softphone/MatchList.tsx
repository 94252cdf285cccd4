import type { PhoneNumber } from "@callpanel/contract";
import { Avatar, IconAsterisk, IconParking } from "@callpanel/ui";
import { useEffect, useRef } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { featureOf, kindOf } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName } from "./softphone.model.ts";
import type { NumberMatches } from "./useNumberMatches.ts";
import styles from "./MatchList.module.css";

/** The list below the dial field. A click fills the field, as Enter does. */
export function MatchList({ id, list }: { readonly id: string; readonly list: NumberMatches }) {
  const t = useWords(softphoneMessages);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [list.highlighted]);
  return (
    <>
      <span className={styles.silent} aria-live="polite">
        {list.matches.length > 0 ? t("softphone.matchCount", { count: list.matches.length }) : ""}
      </span>
      <div
        ref={box}
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stand below a combobox of our own
        role="listbox"
        className={styles.list}
        aria-label={t("softphone.matches")}
        hidden={list.matches.length === 0}
        // The field keeps the focus, so that typing goes on.
        onPointerDown={(event) => event.preventDefault()}
      >
        {list.matches.map((match, index) => (
          // The keys of a combobox are taken by its field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${match.phoneNumber} ${match.label}`}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option lives in a select or datalist only
            role="option"
            tabIndex={-1}
            className={styles.match}
            aria-selected={index === list.highlighted}
            onClick={() => list.choose(match)}
          >
            <MatchRow match={match} />
          </div>
        ))}
      </div>
    </>
  );
}

function MatchRow({ match }: { readonly match: PhoneNumber }) {
  const name = useEntryName()(match);
  return (
    <>
      <MatchSign match={match} name={name} />
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.number}>{match.phoneNumber}</span>
    </>
  );
}

function MatchSign({ match, name }: { readonly match: PhoneNumber; readonly name: string }) {
  const kind = kindOf(match);
  if (kind === "person") return <Avatar name={name} src={match.imageUrl} size={28} />;
  const Shape = kind === "parking" ? IconParking : IconAsterisk;
  return (
    <span className={styles.sign}>
      <Shape size={16} stroke={1.75} aria-hidden />
    </span>
  );
}

/** What to call an entry: a person by name, a feature code by what it does. */
export function useEntryName(): (entry: PhoneNumber) => string {
  const t = useWords(softphoneMessages);
  const { viewer } = useSoftphone();
  return (entry) => {
    const kind = kindOf(entry);
    if (kind === "person") return cleanName(entry.name) || entry.phoneNumber;
    if (kind === "parking") return cleanName(entry.label) || t("softphone.kind.parking");
    const feature = featureOf(entry, viewer.featureCodes);
    const id = feature && `softphone.code.${feature.name}`;
    return id !== undefined && isMessage(id) ? t(id) : cleanName(entry.label) || t("softphone.kind.featureCode");
  };
}

const isMessage = (id: string): id is keyof typeof softphoneMessages => Object.hasOwn(softphoneMessages, id);
