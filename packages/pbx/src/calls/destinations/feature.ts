/** Feature codes: what each does, by its name in the list of codes. */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Clock } from "../../ports.ts";
import type { Arrival } from "../arrival.ts";
import type { Service } from "../service.ts";
import { createEcho } from "../services/echo.ts";
import { MUSIC } from "../services/music.ts";

export type ReachFeature = (arrival: Arrival, destination: Destination & { kind: "feature" }) => void | Promise<void>;

export function createReachFeature({ clock }: { readonly clock: Clock }): ReachFeature {
  const features: ReadonlyMap<string, ReachFeature> = new Map([
    ["echo", served("Echo test", createEcho(clock))],
    ["moh", served("Music on Hold", MUSIC)],
  ]);
  return (arrival, destination) => {
    const feature = features.get(destination.feature.name);
    if (feature !== undefined) return feature(arrival, destination);
    return arrival.call.refuse(
      { number: destination.number, name: "" },
      { status: 480, text: "Feature not available" },
    );
  };
}

function served(name: string, service: Service): ReachFeature {
  return ({ call }, { number }) => call.put({ number, name }, service);
}
