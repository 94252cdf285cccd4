import type { Voicemail } from "@callpanel/contract";
import { usePanel, useService } from "../../shared/panel.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useNumberName } from "../../shared/phone/useNumberName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { voicemailMessages } from "./voicemail.messages.ts";

export interface Caller {
  readonly name: string;
  /** Formatted for display; empty if there is none, or if it is the name. */
  readonly number: string;
  readonly imageUrl: string | null;
  readonly isKnown: boolean;
}

/** The caller of a message: the name that the number has in the address book, as for calling back; else the message's. */
export function useCaller({ caller_name, caller_number }: Pick<Voicemail, "caller_name" | "caller_number">): Caller {
  const t = useWords(voicemailMessages);
  const { viewer } = usePanel();
  const numberNames = useService(NUMBER_NAMES);
  const write = useNumberText(viewer);
  const told = caller_name.trim();
  const number = caller_number.trim();
  const known = useNumberName(numberNames, number === "" ? null : number);
  const name = known?.name || (told === number ? "" : told);
  return {
    name: name || write(number) || t("voicemail.unknownCaller"),
    number: name === "" ? "" : write(number),
    imageUrl: known?.imageUrl ?? null,
    isKnown: known !== null,
  };
}
