import { usePanel, useService } from "../../shared/panel.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useNumberName } from "../../shared/phone/useNumberName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import type { CallEnd } from "../../shared/phone/pastCall.ts";

export interface EndName {
  readonly name: string;
  /** Formatted for display; empty if there is none, or if it is the name. */
  readonly number: string;
  readonly imageUrl: string | null;
}

/** The name of one end of a call: from the record, else from the address book. */
export function useEndName({ number, name, isInside }: CallEnd): EndName {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const numberNames = useService(NUMBER_NAMES);
  const write = useNumberText(viewer);
  const told = name.trim() === number ? "" : name.trim();
  const known = useNumberName(numberNames, isInside || number === "" ? null : number);
  const found = told || (known?.name ?? "");
  return {
    name: found || write(number) || t("callHistory.unknown"),
    number: found === "" ? "" : write(number),
    imageUrl: known?.imageUrl ?? null,
  };
}
