import type { DirectoryUser, Party } from "../ports.ts";
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
  /** Who has forwarded it on its way, the latest last. */
  readonly diversions?: readonly Party[] | undefined;
  /** The caller's number is not shown (*67). */
  readonly withheld?: true | undefined;
}
