import type { PhoneNumber, Presence } from "@callpanel/contract";
import { Avatar, IconAsterisk, IconParking, IconUsersGroup } from "@callpanel/ui";
import { useEffect, useMemo, useRef } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { kindOf } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { useEntryWords } from "./useEntryWords.ts";
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
  const t = useWords(softphoneMessages);
  const { name } = useEntryWords(match);
  const presence = useMatchPresence(match);
  return (
    <>
      <MatchSign match={match} name={name} presence={presence} />
      <bdi className={styles.name}>{name}</bdi>
      {presence === undefined || presence === "online" || presence === "unknown" ? null : (
        <span className={styles.presence}>{t(`softphone.presence.${presence}`)}</span>
      )}
      <span className={styles.number}>{match.phoneNumber}</span>
    </>
  );
}

/** What a colleague's telephone does; nothing for anybody who is not one. */
function useMatchPresence({ phoneNumber, label }: PhoneNumber): Presence | undefined {
  const { liveBuddies } = useSoftphone();
  const live = useSnapshot(useMemo(() => liveBuddies.of(phoneNumber), [liveBuddies, phoneNumber]));
  return label === "extension" ? live?.presence : undefined;
}

const SIGNS = { place: IconUsersGroup, parking: IconParking, featureCode: IconAsterisk } as const;

interface MatchSignProps {
  readonly match: PhoneNumber;
  readonly name: string;
  readonly presence: Presence | undefined;
}

function MatchSign({ match, name, presence }: MatchSignProps) {
  const kind = kindOf(match);
  if (kind === "person") return <Avatar name={name} src={match.imageUrl} size={28} state={presence} />;
  const Shape = SIGNS[kind];
  return (
    <span className={styles.sign}>
      <Shape size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
