import type { CurrentUser, FeatureCode, ParkingLot, Rights, SipConfig, UiFlag, VideoConfig } from "@callpanel/contract";
import type { Readable } from "./store.ts";

/** Everything that start-up loaded about the signed-in person. Parts without permission are null or empty. */
export interface Viewer {
  readonly user: CurrentUser;
  readonly rights: Rights;
  readonly flags: Readonly<Record<UiFlag, boolean>>;
  /** Null without confRead and softphoneRead, or when it failed to load (a notice was shown). */
  readonly sip: SipConfig | null;
  readonly featureCodes: readonly FeatureCode[];
  /** Null without parkRead, or when they failed to load (a notice was shown). */
  readonly parkingLots: readonly ParkingLot[] | null;
  /** Licensed features and their values. */
  readonly licences: ReadonlyMap<string, number>;
  /** What the company allows in video rooms; null without the right, or when it failed to load (a notice was shown). */
  readonly video: VideoConfig | null;
}

export const fullNameOf = (user: Pick<CurrentUser, "firstName" | "lastName" | "username">): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.username;

/**
 * Runs once, for the first signed-in person. `run` returns a stop function, or null to be asked again with the rights of the
 * next load. @returns a stop function
 */
export function whenSignedIn(
  signedIn: Readable<Viewer | null>,
  run: (viewer: Viewer) => (() => void) | null,
): () => void {
  let stop: (() => void) | null = null;
  const look = () => {
    const viewer = signedIn.get();
    if (viewer !== null) stop ??= run(viewer);
  };
  const leave = signedIn.subscribe(look);
  look();
  return () => {
    leave();
    stop?.();
  };
}
