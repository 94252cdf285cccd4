import { AppError } from "@callpanel/contract";
import type { PinPlace } from "../../../kernel/guard/pin-tries.port.ts";
import type { CompanyReader } from "../company.store.ts";
import { realmIn, type Command } from "./command.ts";

/** PINs that are entered by telephone; a running server applies changes immediately. */
export const pinCommands: readonly Command[] = [
  {
    name: "pins unlock",
    operands: "<number>",
    summary: "Unlocks the PINs of a mailbox, an announcement or a room after wrong tries",
    fewest: 1,
    most: 1,
    run: async ({ company, pinTries, realm, print }, { positionals: [number = ""] }) => {
      for (const place of await company.read((reader) => placesAt(reader, realm, number))) await pinTries.forget(place);
      print(`${number} is unlocked`);
    },
  },
];

async function placesAt(reader: CompanyReader, realm: string, number: string): Promise<readonly PinPlace[]> {
  const { id } = await realmIn(reader, realm);
  const entry = (await reader.numbers(id)).find((one) => one.number === number);
  if (entry?.kind === "user") return [{ kind: "voicemail", holder: String(entry.userId) }];
  const holder = `${realm} ${number}`;
  if (entry?.kind === "announcement") return [{ kind: "announcement", holder }];
  if (entry?.kind === "room")
    return [
      { kind: "conference", holder },
      { kind: "conferenceAdmin", holder },
    ];
  throw new AppError("admin.notFound", { what: { kind: "pinHolder", name: number } });
}
