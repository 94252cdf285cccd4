import { AppError } from "@callpanel/contract";
import type { PinPlace } from "../../../kernel/guard/pin-tries.port.ts";
import type { CompanyReader } from "../company.store.ts";
import { realmIn, type Command } from "./command.ts";

/** PINs that are entered by telephone; a running server applies changes immediately. */
export const pinCommands: readonly Command[] = [
  {
    name: "pins unlock",
    operands: "<number>",
    summary: "Unlocks the PIN of a mailbox or an announcement after wrong tries",
    fewest: 1,
    most: 1,
    run: async ({ company, pinTries, realm, print }, { positionals: [number = ""] }) => {
      await pinTries.forget(await company.read((reader) => placeAt(reader, realm, number)));
      print(`${number} is unlocked`);
    },
  },
];

async function placeAt(reader: CompanyReader, realm: string, number: string): Promise<PinPlace> {
  const { id } = await realmIn(reader, realm);
  const entry = (await reader.numbers(id)).find((one) => one.number === number);
  if (entry?.kind === "user") return { kind: "voicemail", holder: String(entry.userId) };
  if (entry?.kind === "announcement") return { kind: "announcement", holder: `${realm} ${number}` };
  throw new AppError("admin.notFound", { what: `mailbox or announcement ${number}` });
}
