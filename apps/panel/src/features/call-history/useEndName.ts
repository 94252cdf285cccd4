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

/** CDR-44: the service of the phone system, in the words of spec 1 §3; null for people and outside numbers. */
export function useDestination({
  destination,
  to,
}: {
  readonly destination: keyof typeof DESTINATIONS | null;
  readonly to: string;
}): string | null {
  const t = useWords(callHistoryMessages);
  return destination === null ? null : t(DESTINATIONS[destination], { number: to });
}

const DESTINATIONS = {
  voicemail: "callHistory.to.voicemail",
  conference: "callHistory.to.conference",
  personal_conference: "callHistory.to.personal_conference",
  parking_lot: "callHistory.to.parking_lot",
  parking_pickup: "callHistory.to.parking_pickup",
  queue: "callHistory.to.queue",
  video_conference: "callHistory.to.video_conference",
  music: "callHistory.to.music",
  announcement: "callHistory.to.announcement",
  feature: "callHistory.to.feature",
} as const;
