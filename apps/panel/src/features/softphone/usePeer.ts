import { THREE_WAY_ROOM_PREFIX } from "@callpanel/contract";
import type { PhoneNumber } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import { useQuery } from "@tanstack/react-query";
import { useNumberName } from "../../shared/useNumberName.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { kindOf, MATCH_COUNT, numbersQuery } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { cleanName, listenedTo, peerOf } from "./softphone.model.ts";

/** Who is at the other end of a call. A number without a name is a colleague's, a queue's or room's, or a contact's. */
export function usePeer(call: CallSnapshot): string {
  const t = useWords(softphoneMessages);
  const { api, numberNames } = useSoftphone();
  const number = listenedTo(call) ?? call.number;
  const isUnnamed = cleanName(call.name) === "" && number !== "";
  const { data } = useQuery({
    ...numbersQuery(api, { search: number, limit: MATCH_COUNT }),
    enabled: isUnnamed,
    placeholderData: undefined,
  });
  const contact = useNumberName(numberNames, isUnnamed ? number : null);
  const entry = data?.data.find((one) => one.phoneNumber === number && isOfHouse(one));
  if (call.number.startsWith(THREE_WAY_ROOM_PREFIX)) return t("softphone.threeWay.room");
  return peerOf(call, entry?.name ?? contact?.name);
}

/** Colleagues, queues and rooms: their names win over contacts'. */
function isOfHouse(entry: PhoneNumber): boolean {
  const kind = kindOf(entry);
  return kind === "place" || (kind === "person" && entry.contactID === null);
}
