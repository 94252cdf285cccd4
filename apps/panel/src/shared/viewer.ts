import type { CurrentUser, FeatureCode, ParkingLot, Rights, SipConfig, UiFlag } from "@callpanel/contract";

/** Everything the start-up learned about the signed-in person. Parts that the permissions exclude are null or empty. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly rights: Rights;
  readonly flags: Readonly<Record<UiFlag, boolean>>;
  /** Null without confRead and softphoneRead, or when it could not be had (the person was told). */
  readonly sip: SipConfig | null;
  readonly featureCodes: readonly FeatureCode[];
  /** Null without parkRead, or when they could not be had (the person was told). */
  readonly parkingLots: readonly ParkingLot[] | null;
  /** Licensed features and their values. */
  readonly licences: ReadonlyMap<string, number>;
}

export const fullNameOf = (user: Pick<CurrentUser, "firstName" | "lastName" | "username">): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.username;
