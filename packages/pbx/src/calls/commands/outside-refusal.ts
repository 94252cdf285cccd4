import type { CommandRefusal, DirectoryUser } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import type { Allowance } from "../lines/allowance.ts";

/** Why a person may not send a call to a destination that is outside. This is checked again when the call gets there. */
export async function noWayOutside(
  allowance: Allowance,
  by: DirectoryUser,
  destination: Destination,
): Promise<CommandRefusal | undefined> {
  switch (destination.kind) {
    case "emergency":
      return allowance.ofEmergency(by).refusal() && "limit";
    case "outside": {
      const allowed = await allowance.of(by, destination.number);
      return allowed.may ? allowed.permit.refusal() && "limit" : `outside.${allowed.why}`;
    }
    default:
      return undefined;
  }
}
