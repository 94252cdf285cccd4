/** Moves legs between calls, for transfers, parking and commands. */
import type { AudioCodec } from "@callpanel/media";
import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import { NO_WATCHER, type MoveWatcher, type Peer } from "./call.port.ts";
import type { Leg } from "../leg/leg.port.ts";

/** Where a moved leg goes, and with whose rights. */
export type Onward = (
  | {
      readonly kind: "number";
      readonly dialled: string;
      readonly by: DirectoryUser;
    }
  | { readonly kind: "user"; readonly user: DirectoryUser }
) & {
  readonly codec: AudioCodec | undefined;
  /** How it comes there, if `by` does not say it. */
  readonly came?: Came;
};

export type SendOn = Moves["sendOn"];

export interface Moves {
  /**
   * Moves a leg that has left its call to a new call and connects it: to a number with the rights of `by`, or to a
   * user. If the destination cannot be reached, the watcher is notified and the leg is free again.
   */
  sendOn(leg: Leg, to: Onward, watcher: MoveWatcher): void;
  /** Connects two legs of `by` that have both left their calls, in a new call. */
  bringTogether(caller: Peer, callee: Peer, codec: AudioCodec | undefined, by: Party): void;
}

/** For a leg that has nowhere else to go: if the call reaches no one, it is hung up with the reason. */
export const LAST_WAY: MoveWatcher = {
  ...NO_WATCHER,
  handBack: (reason, leg) => leg.send({ kind: "hangUp", reason }),
};
