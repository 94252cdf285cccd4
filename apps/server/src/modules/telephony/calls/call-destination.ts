import type { CallDestination, FeatureCode } from "@callpanel/contract";
import type { CallRecord } from "@callpanel/phone-port";
import type { PhonePeople } from "../phone-people.ts";

/** CDR-9: the service of the phone system that the caller reached; undefined if it was a person, or outside. */
export function destinationOf(
  { to, realm, direction, dialledNumber }: Pick<CallRecord, "to" | "realm" | "direction" | "dialledNumber">,
  { find, featureCodes }: Pick<PhonePeople, "find" | "featureCodes">,
): CallDestination | undefined {
  if (to.userId !== undefined || direction === "outbound") return undefined;
  if (isLeftToBox({ to })) return "voicemail";
  const feature = [dialledNumber, to.number].find((number) => /^[*#]/.test(number));
  if (feature !== undefined) return featureOf(feature, featureCodes());
  if (to.kind === "videoRoom") return "video_conference";
  switch (find(realm, to.number)?.kind) {
    // The number of a person, but the call did not reach the person.
    case "user":
      return "voicemail";
    case "room":
      return "conference";
    case "queue":
      return "queue";
    case "lot":
      return "parking_lot";
    case "slot":
      return "parking_pickup";
    case "announcement":
      return "announcement";
    case undefined:
      return undefined;
  }
}

/** PUSH-5: a caller who leaves a message has not reached the person. */
export const isLeftToBox = ({ to }: Pick<CallRecord, "to">): boolean => to.kind === "mailbox";

/** The dialled code is the longest one with which the number begins. */
function featureOf(number: string, codes: readonly FeatureCode[]): CallDestination {
  const [code] = codes
    .filter((one) => number.startsWith(one.code))
    .toSorted((one, other) => other.code.length - one.code.length);
  switch (code?.name) {
    case "vm":
    case "myvm":
      return "voicemail";
    case "personalconf":
      return "personal_conference";
    case "moh":
      return "music";
    default:
      return "feature";
  }
}
