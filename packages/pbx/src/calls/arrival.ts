import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import type { Call, CallerEnd } from "./call.port.ts";

/** A call whose number has been resolved, on its way to where that leads: each kind of destination has a file in `destinations/`. */
export interface Arrival {
  readonly call: Call;
  readonly caller: CallerEnd;
  /** Who dialled, or who sent the caller here: by whose rights the number was resolved. */
  readonly by: DirectoryUser;
  /** Max-Forwards of what is sent on. */
  readonly hops: number;
  /** Given when the caller was sent here (RFC 3892). */
  readonly referredBy?: Party | undefined;
  /** How the caller came here, where `referredBy` and `diversions` do not say it. */
  readonly came?: Came | undefined;
  /** Who has forwarded it on its way, the latest last. */
  readonly diversions?: readonly Party[] | undefined;
}

/** Longer chains are a mistake in what people have set. */
export const MOST_FORWARDS = 5;
