import type { DigestAlgorithm, DirectoryUser } from "@callpanel/phone-port";
import type { Trunk } from "../../../modules/realm-settings/index.ts";
import { idOfTrunk } from "../../../modules/telephony/index.ts";

/** The account of a gateway: without person or extension. */
export const presentTrunk = ({ id, name, callLimit, classes }: Trunk): DirectoryUser => ({
  id: idOfTrunk(id),
  sipUsername: name,
  extension: name,
  displayName: name,
  mayUseSoftphone: true,
  doNotDisturb: false,
  callWaiting: true,
  trunk: true,
  ...(callLimit === undefined ? {} : { callLimit }),
  // A number of no known plan may cost as much as a premium one (TOLL-1).
  ...(classes === undefined
    ? {}
    : { lineClasses: classes.flatMap((one) => (one === "premium" ? (["premium", "unknown"] as const) : [one])) }),
});

export const trunkHa1 = ({ ha1Md5, ha1Sha256 }: Trunk, algorithm: DigestAlgorithm): string =>
  algorithm === "MD5" ? ha1Md5 : ha1Sha256;
