import type { PhoneNumber, Presence } from "@callpanel/contract";
import { Option, OptionList, Spoken } from "@callpanel/ui";
import { useMemo } from "react";
import { NumberRow } from "../../../shared/phone/NumberRow.tsx";
import { placeOf } from "../../../shared/phone/send/send.model.ts";
import { sendMessages } from "../../../shared/phone/send/send.messages.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { kindOf } from "../softphone.api.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { useEntryWords } from "./useEntryWords.ts";
import type { NumberMatches } from "./useNumberMatches.ts";
import styles from "./MatchList.module.css";

/** Attributes for the field of the `MatchList` with the same id. */
export const optionFieldOf = (id: string, { matches, highlighted }: NumberMatches) => ({
  listId: `${id}-list`,
  opened: matches.length > 0,
  markedId: highlighted < 0 ? undefined : `${id}-${highlighted}`,
});

/** The list below the dial field. A click or Enter fills the field. */
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
            <MatchRow match={match} text={list.search} />
          </Option>
        ))}
      </OptionList>
    </>
  );
}

/** Why a person was found although neither name nor number matches. */
function useReason(match: PhoneNumber, text: string): string | undefined {
  const { numberNames } = useSoftphone();
  const company = useNumberName(numberNames, match.contactID === null ? null : match.phoneNumber)?.company;
  const wanted = text.toLowerCase();
  if (!company || match.name.toLowerCase().includes(wanted) || match.phoneNumber.includes(wanted)) return undefined;
  return company.toLowerCase().includes(wanted) ? company : undefined;
}

function MatchRow({ match, text }: { readonly match: PhoneNumber; readonly text: string }) {
  const say = useWords(sendMessages);
  const { name } = useEntryWords(match);
  const kind = kindOf(match);
  const { viewer } = useSoftphone();
  const write = useNumberText(viewer);
  const presence = useMatchPresence(match);
  const reason = useReason(match, text);
  const doing =
    presence === undefined || presence === "online" || presence === "unknown"
      ? undefined
      : say(`send.presence.${presence}`);
  return (
    <NumberRow
      kind={kind === "place" ? placeOf(match.label) : kind}
      name={name}
      number={write(match.phoneNumber)}
      imageUrl={match.imageUrl}
      extension={match.label === "extension" ? match.phoneNumber : undefined}
      presence={presence}
      note={reason ?? doing}
    />
  );
}

/** The phone state of a colleague; renders nothing for other numbers. */
function useMatchPresence({ phoneNumber, label }: PhoneNumber): Presence | undefined {
  const { liveBuddies } = useSoftphone();
  const live = useSnapshot(useMemo(() => liveBuddies.of(phoneNumber), [liveBuddies, phoneNumber]));
  return label === "extension" ? live?.presence : undefined;
}
