import type { PhoneNumber } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import { useQuery } from "@tanstack/react-query";
import { farEndMessages } from "../../../shared/farEnd/farEnd.messages.ts";
import { thingName } from "../../../shared/farEnd/farEnd.words.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { kindOf, MATCH_COUNT } from "../softphone.api.ts";
import { numbersQuery } from "../../../shared/phone/send/send.api.ts";
import { useSoftphone } from "../softphone.context.ts";
import { cleanName, peerOf, personOf } from "../softphone.model.ts";

/** The peer of a call. A number without a name is looked up among colleagues, queues and rooms, then contacts. */
export function usePeer(call: CallSnapshot): string {
  const t = useWords(farEndMessages);
  const { api, numberNames } = useSoftphone();
  const person = personOf(call);
  const { number } = person;
  const isUnnamed = cleanName(person.name) === "" && number !== "";
  const { data } = useQuery({
    ...numbersQuery(api, { search: number, limit: MATCH_COUNT }),
    enabled: isUnnamed,
    placeholderData: undefined,
  });
  const contact = useNumberName(numberNames, isUnnamed ? number : null);
  const entry = data?.data.find((one) => one.phoneNumber === number && isOfCompany(one));
  const thing = call.far && thingName(t, call.far);
  return thing ? cleanName(thing) : peerOf(person, entry?.name ?? contact?.name);
}

/** Colleagues, queues and rooms: their names come before those of contacts. */
function isOfCompany(entry: PhoneNumber): boolean {
  const kind = kindOf(entry);
  return kind === "place" || (kind === "person" && entry.contactID === null);
}
