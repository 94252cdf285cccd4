import type { Came, DirectoryUser, Party } from "@callpanel/phone-port";
import type { Call, CallerEnd } from "./call.port.ts";

/** A call with a resolved number, on its way to the destination. Each kind of destination has a file in `destinations/`. */
export interface Arrival {
  readonly call: Call;
  readonly caller: CallerEnd;
  /** The person who dialled, or who sent the caller here. The number was resolved with their rights. */
  readonly by: DirectoryUser;
  /** Max-Forwards of requests that are sent on. */
  readonly hops: number;
  /** Given when the caller was transferred or redirected here (RFC 3892). */
  readonly referredBy?: Party | undefined;
  /** How the caller came here, if `referredBy` and `diversions` do not say it. */
  readonly came?: Came | undefined;
  /** The people who forwarded the call on its way, the latest last. */
  readonly diversions?: readonly Party[] | undefined;
}

/** A longer chain is a misconfiguration. */
export const MOST_FORWARDS = 5;
