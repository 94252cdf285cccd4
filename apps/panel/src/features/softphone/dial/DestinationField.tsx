import type { PhoneNumber } from "@callpanel/contract";
import { optionField, TextField } from "@callpanel/ui";
import { useEffect, useId, useState } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { Destination } from "./destination.ts";
import { MatchList, optionFieldOf } from "./MatchList.tsx";
import { softphoneMessages } from "../softphone.messages.ts";
import { pressMatchKey, useNumberMatches } from "./useNumberMatches.ts";
import { useSuggestions } from "./useSuggestions.ts";
import styles from "./DestinationField.module.css";

export interface DestinationFieldProps {
  readonly destination: Destination;
  readonly label: string;
  /** The numbers of people who are in the call already. */
  readonly except: readonly string[];
  readonly error: string | undefined;
  /** Enter in the field while no match is highlighted. */
  readonly onEnter: () => void;
  /** The match that was chosen from the list; null as soon as the text of the field changes. */
  readonly onChoose?: (match: PhoneNumber | null) => void;
}

/** The destination of a call: a list to choose from, filtered by the number or name in the field (SOFT-27). */
export function DestinationField({ destination, label, except, error, onEnter, onChoose }: DestinationFieldProps) {
  const t = useWords(softphoneMessages);
  const id = useId();
  const text = useSnapshot(destination);
  const settled = useSnapshot(destination.settled).trim();
  const suggestions = useSuggestions();
  const [taken, setTaken] = useState<{ readonly match: PhoneNumber; readonly among: readonly PhoneNumber[] } | null>(
    null,
  );
  const chosen = taken?.match.phoneNumber === text ? taken.match : null;
  useEffect(() => onChoose?.(chosen), [chosen, onChoose]);
  const list = useNumberMatches({
    text,
    settled: destination.settled,
    except,
    codes: "left out",
    suggestions,
    fill(number, match) {
      destination.type(number);
      setTaken({ match, among: list.matches });
    },
  });
  const isOpen = list.matches.length > 0;
  // The chosen row stays where it was clicked, highlighted, between the same neighbours.
  const among = chosen !== null && !isOpen && taken !== null ? taken.among : null;
  const drawn =
    among === null || chosen === null ? list : { ...list, matches: among, highlighted: among.indexOf(chosen) };
  return (
    <div className={styles.field}>
      <TextField
        {...optionField(optionFieldOf(id, list))}
        data-autofocus
        // Escape closes the search first, then the dialog.
        data-mantine-stop-propagation={isOpen && text !== ""}
        label={label}
        error={error}
        urgent
        placeholder={t("softphone.transfer.destinationHint")}
        maxLength={64}
        value={text}
        onChange={(event) => {
          destination.type(event.currentTarget.value);
          list.open();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !(isOpen && text !== "")) return;
          pressMatchKey(event, { list, text, enter: onEnter, clear: () => destination.type("") });
        }}
        onFocus={list.open}
      />
      <div className={styles.matches}>
        <MatchList id={id} list={drawn} />
        {drawn.matches.length > 0 ? null : <p className={styles.hint}>{hint()}</p>}
      </div>
    </div>
  );

  function hint(): string {
    if (text === "") return "";
    return list.isSearched ? t("softphone.transfer.none", { search: settled }) : t("softphone.transfer.pick");
  }
}
