import { THREE_WAY_ROOM_PREFIX } from "@callpanel/contract";
import type { CallSnapshot } from "@callpanel/webphone";
import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../shared/words/useWords.ts";
import { kindOf, MATCH_COUNT, numbersQuery } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import type { NumberKind } from "./softphone.api.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { listenedTo, peerOf } from "./softphone.model.ts";

const NAMED: ReadonlySet<NumberKind> = new Set(["person", "place"]);

/** Who is at the other end of a call. A number without a name is looked up in the directory. */
export function usePeer(call: CallSnapshot): string {
  const t = useWords(softphoneMessages);
  const { api } = useSoftphone();
  const number = listenedTo(call) ?? call.number;
  const { data } = useQuery({
    ...numbersQuery(api, { search: number, limit: MATCH_COUNT }),
    enabled: call.name === "" && call.number !== "",
    placeholderData: undefined,
  });
  const entry = data?.data.find((one) => one.phoneNumber === number && NAMED.has(kindOf(one)));
  if (call.number.startsWith(THREE_WAY_ROOM_PREFIX)) return t("softphone.threeWay.room");
  return peerOf(call, entry?.name);
}
