import type { DirectoryUser } from "@callpanel/phone-port";
import type { Arrival } from "./arrival.ts";

/** Brings calls to a destination, for transfers and commands. */
export interface Routing {
  /** Resolves what was dialled with the rights of `by` and brings the call there. Never rejects. */
  route(arrival: Arrival, dialled: string): Promise<void>;
  /** Brings a call to a person's own phones without the dial plan. */
  reachPhones(arrival: Omit<Arrival, "by">, user: DirectoryUser): void | Promise<void>;
}
