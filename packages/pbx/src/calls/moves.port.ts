/** Moving legs from call to call, as transfers, parking and orders ask for it. */
import type { AudioCodec } from "@callpanel/media";
import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import { NO_WATCHER, type MoveWatcher, type Peer } from "./call.port.ts";
import type { Leg } from "./leg.ts";

/** Where a leg that is moved is to go, and for whom. */
export type Onward = (
  | {
      readonly kind: "number";
      readonly dialled: string;
      readonly by: DirectoryUser;
    }
  | { readonly kind: "user"; readonly user: DirectoryUser }
) & {
  readonly codec: AudioCodec | undefined;
  /** How it comes there, where that is not by `by`. */
  readonly came?: Came;
};

export type SendOn = Moves["sendOn"];

export interface Moves {
  /**
   * Moves a leg that has parted from its call to a new one and puts it through: to a number as the referrer may dial it, or
   * to a user. Who cannot be reached is told to the watcher, and the leg is then free again.
   */
  sendOn(leg: Leg, to: Onward, watcher: MoveWatcher): void;
  /** Two legs that have parted from their calls, of `by` both, talk in a new one. */
  bringTogether(caller: Peer, callee: Peer, codec: AudioCodec | undefined, by: Party): void;
}

/** For a leg that has nowhere else to go: where nobody is reached it is hung up and told why. */
export const LAST_WAY: MoveWatcher = {
  ...NO_WATCHER,
  handBack: (reason, leg) => leg.send({ kind: "hangUp", reason }),
};
