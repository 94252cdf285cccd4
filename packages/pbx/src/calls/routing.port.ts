import type { DirectoryUser } from "@callpanel/phone-port";
import type { Arrival } from "./arrival.ts";

/** Where calls go, as transfers and commands ask for it. */
export interface Routing {
  /** Resolves what was dialled as `by` may dial it and brings the call there. Never rejects. */
  route(arrival: Arrival, dialled: string): Promise<void>;
  /** Brings a call to a person's own phones without asking the dial plan. */
  reachPhones(arrival: Omit<Arrival, "by">, user: DirectoryUser): void;
}
