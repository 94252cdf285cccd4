import type { CallRegister } from "../call-register.ts";
import type { LegIndex } from "../leg-index.ts";
import type { Leg } from "../leg.ts";

/** What orders work with. */
export interface OrderDeps {
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
}
