/** Feature codes: what each one does, by its name in the list of codes. A new code is a line here. */
import type { Clock } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import { MUSIC, type Service } from "../call/service.ts";
import { createEcho } from "../services/echo.ts";
import type { ReachBox } from "./voicemail.ts";
import type { ReachFeature } from "./feature.port.ts";
import { createIntercom, type IntercomDeps } from "./intercom.ts";
import { createListen, type ListenDeps } from "./listen.ts";
import { createPickup, type PickupDeps } from "./pickup.ts";
import { createQueueCodes, type QueueCodeDeps } from "./queue-codes.ts";
import { createSwitches, type SwitchDeps } from "./switches.ts";
import { createWithheld } from "./withheld.ts";

export type FeatureDeps = PickupDeps &
  IntercomDeps &
  ListenDeps &
  SwitchDeps &
  QueueCodeDeps & {
    readonly clock: Clock;
    readonly route: (arrival: Arrival, dialled: string) => Promise<void>;
    readonly reachBox: ReachBox;
  };

export function createReachFeature(deps: FeatureDeps): ReachFeature {
  const features: ReadonlyMap<string, ReachFeature> = new Map([
    ["echo", served("Echo test", createEcho(deps.clock))],
    ["moh", served("Music on Hold", MUSIC)],
    ...createSwitches(deps),
    ...createQueueCodes(deps),
    ["anonymouscall", createWithheld(deps.route)],
    ["pickup", createPickup(deps)],
    ["intercom", createIntercom(deps, "beep")],
    ["silenticom", createIntercom(deps, "silent")],
    ["spy", createListen(deps)],
    ["vm", deps.reachBox.feature],
    ["myvm", deps.reachBox.own],
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
  return ({ call }, { number }) => call.put({ number, name, kind: "service" }, service);
}
