import type { PhoneNumber, Presence } from "@callpanel/contract";
import { Avatar, IconAsterisk, IconParking, IconUsersGroup, Option, OptionList, Spoken } from "@callpanel/ui";
import { useMemo } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { kindOf } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { useEntryWords } from "./useEntryWords.ts";
import type { NumberMatches } from "./useNumberMatches.ts";
import styles from "./MatchList.module.css";

/** For the field that the list `MatchList` of the same id belongs to. */
export const optionFieldOf = (id: string, { matches, highlighted }: NumberMatches) => ({
  listId: `${id}-list`,
  opened: matches.length > 0,
  markedId: highlighted < 0 ? undefined : `${id}-${highlighted}`,
});

/** The list below the dial field. A click fills the field, as Enter does. */
export function MatchList({ id, list }: { readonly id: string; readonly list: NumberMatches }) {
  const t = useWords(softphoneMessages);
  const { matches, highlighted } = list;
  return (
    <>
      <Spoken aria-live="polite">
        {matches.length > 0 ? t("softphone.matchCount", { count: matches.length }) : ""}
      </Spoken>
      <OptionList
        id={`${id}-list`}
        className={styles.list}
        label={t("softphone.matches")}
        hidden={matches.length === 0}
        marked={highlighted}
      >
        {matches.map((match, index) => (
          <Option
            key={`${match.phoneNumber} ${match.label}`}
            id={`${id}-${index}`}
            marked={index === highlighted}
            onChoose={() => list.choose(match)}
          >
            <MatchRow match={match} />
          </Option>
        ))}
      </OptionList>
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
      <bdi>{name}</bdi>
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
