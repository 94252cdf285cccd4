import { optionField, TextField } from "@callpanel/ui";
import { useId } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { Destination } from "./destination.ts";
import { MatchList, optionFieldOf } from "./MatchList.tsx";
import { softphoneMessages } from "./softphone.messages.ts";
import { pressMatchKey, useNumberMatches } from "./useNumberMatches.ts";
import styles from "./DestinationField.module.css";

export interface DestinationFieldProps {
  readonly destination: Destination;
  readonly label: string;
  /** Who is in the call already. */
  readonly except: readonly string[];
  readonly error: string | undefined;
  /** Enter in the field, without a marked match. */
  readonly onEnter: () => void;
}

/** Where a call is to go: a number or name, with matches below as one types. */
export function DestinationField({ destination, label, except, error, onEnter }: DestinationFieldProps) {
  const t = useWords(softphoneMessages);
  const id = useId();
  const text = useSnapshot(destination);
  const settled = useSnapshot(destination.settled).trim();
  const list = useNumberMatches({ text, settled: destination.settled, except, fill: destination.type });
  return (
    <div className={styles.field}>
      <TextField
        {...optionField(optionFieldOf(id, list))}
        data-autofocus
        label={label}
        error={error}
        urgent
        placeholder={t("softphone.transfer.destinationHint")}
        maxLength={64}
        value={text}
        onChange={(event) => destination.type(event.currentTarget.value)}
        onKeyDown={(event) => pressMatchKey(event, { list, text, enter: onEnter, clear: () => destination.type("") })}
        onFocus={list.open}
      />
      <div className={styles.matches}>
        <MatchList id={id} list={list} />
        {list.matches.length > 0 ? null : (
          <p className={styles.hint}>
            {list.isSearched ? t("softphone.transfer.none", { search: settled }) : t("softphone.transfer.pick")}
          </p>
        )}
      </div>
    </div>
  );
}
