import { endpoints, type ParkingLot } from "@callpanel/contract";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { slotsOf, type Lot } from "../directory/index.ts";

/** The lots of a realm in the phone system, sorted by number. */
export type ParkingLotsReader = (realm: string) => readonly Lot[];

export interface ParkingDeps {
  readonly endpointServer: EndpointServer;
  readonly lots: ParkingLotsReader;
}

/** The lots of the company. */
export function createParkingRoutes({ endpointServer, lots }: ParkingDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.getParkings, async ({ caller }) => {
      const data = lots(caller.realm.name).map(presentLot);
      return { total: data.length, data };
    });
  };
}

const presentLot = (lot: Lot): ParkingLot => ({ name: lot.name, extension: lot.number, slots: [...slotsOf(lot)] });
