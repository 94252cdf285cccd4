import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { createPhoneSystem, type MediaEngine, type PhoneSystem } from "@callpanel/pbx";
import { createCallLedger, createPhoneDirectory, feedOffice } from "../adapters/phone/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { RandomBytes } from "../kernel/secrets.ts";
import type { StopList } from "../kernel/stop-list.ts";
import type { Lot } from "../modules/directory/index.ts";
import { createOffice, createParkedBoard, type Office, type ParkedBoard } from "../modules/realtime/index.ts";
import type { Stores } from "./storage.ts";

/** How long call records may take to become durable when the server stops. */
const FLUSH_WAIT_MS = 2_000;

export interface PhoneDeps {
  readonly stores: Pick<Stores, "directory" | "callRecords">;
  readonly realm: string;
  readonly ringSeconds: number;
  readonly openMedia: () => MediaEngine;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: (area: string) => Log;
  readonly stopList: StopList;
}

export interface RunningPhone {
  readonly phone: PhoneSystem;
  readonly office: Office;
  readonly parked: ParkedBoard;
  readonly parkingLots: (realm: string) => readonly Lot[];
  readonly pendingRecordCount: () => number;
}

/** The phone system on our stores. Its own stop is not on the list: sockets must still be there to say goodbye on. */
export async function startPhone(deps: PhoneDeps): Promise<RunningPhone> {
  const { stores, realm, clock, log, stopList } = deps;
  const media = deps.openMedia();
  stopList.add(() => media.close());
  const records = createCallLedger({ store: stores.callRecords, clock, log: log("calls") });
  stopList.add(() => records.flush(FLUSH_WAIT_MS));
  const people = await createPhoneDirectory({ store: stores.directory, realm, clock, log: log("directory") });
  stopList.add(() => people.stop());
  const phone = createPhoneSystem({
    clock,
    random: deps.random,
    directory: people.directory,
    calls: records.ledger,
    media,
    realm,
    // One list for the telephones and for the panel (feature_codes).
    settings: { noAnswerMs: deps.ringSeconds * 1_000, featureCodes: DEFAULT_FEATURE_CODES },
    log: log("phone"),
  });
  const office = createOffice({ clock });
  stopList.add(office.stop);
  const parked = createParkedBoard();
  stopList.add(feedOffice(phone, { office, parked }));
  return { phone, office, parked, parkingLots: people.parkingLots, pendingRecordCount: () => records.pendingCount };
}
