import { AppError } from "@callpanel/contract";
import { CONFERENCE_FIELDS, type ConfiguredConference } from "../../conferences/index.ts";
import { foldUsername } from "../../users/index.ts";
import type { RoomServiceDraft } from "../company.model.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyReader } from "../company.store.ts";
import { printTable, realmIn, settingsIn, type Command, type CommandContext } from "./command.ts";

/** PINs, settings and admins of rooms; a running server applies changes within half a second. */
export const roomCommands: readonly Command[] = [
  {
    name: "rooms show",
    operands: "<number>",
    summary: "All settings of a room, and its admins",
    fewest: 1,
    most: 1,
    run: async ({ company, realm, print }, { positionals: [number = ""] }) => {
      const { room, admins } = await company.read((reader) => roomIn(reader, realm, number));
      printTable(
        print,
        CONFERENCE_FIELDS.write({ ...room.configuration, pin: room.pin, adminPin: room.adminPin }).map(
          ({ name, value, about }) => ({ name, value, about }),
        ),
      );
      print("");
      printTable(
        print,
        admins.map((admin) => ({ admin })),
      );
    },
  },
  {
    name: "rooms set",
    operands: "<number> <setting> <value>…",
    summary: "Changes settings of a room: name and value, as often as needed; `rooms show` lists them",
    fewest: 3,
    most: 31,
    run: async (context, { positionals: [number = "", ...words] }) => {
      const read = settingsIn(CONFERENCE_FIELDS, words);
      await changeRoom(context, number, ({ room }) => {
        const { pin = room.pin, adminPin = room.adminPin, ...settings } = read;
        return { pin, adminPin, settings };
      });
      context.print(`changed room ${number}`);
    },
  },
  {
    name: "rooms add-admin",
    operands: "<number> <username>",
    summary: "Makes a person an admin of a room, on their own phones without a PIN",
    fewest: 2,
    most: 2,
    run: async (context, { positionals: [number = "", typed = ""] }) => {
      const username = foldUsername(typed);
      await changeRoom(context, number, ({ admins }) => ({ admins: [...admins, username] }));
      context.print(`${username} is an admin of room ${number}`);
    },
  },
  {
    name: "rooms remove-admin",
    operands: "<number> <username>",
    summary: "A person is an admin of a room no longer",
    fewest: 2,
    most: 2,
    run: async (context, { positionals: [number = "", typed = ""] }) => {
      const username = foldUsername(typed);
      await changeRoom(context, number, ({ admins }) => {
        if (!admins.includes(username))
          throw new AppError("admin.notFound", {
            what: { kind: "roomAdmin", name: username, of: { kind: "room", name: number } },
          });
        return { admins: admins.filter((one) => one !== username) };
      });
      context.print(`${username} is not an admin of room ${number}`);
    },
  },
];

interface Found {
  readonly room: ConfiguredConference;
  /** Usernames. */
  readonly admins: readonly string[];
}

async function roomIn(reader: CompanyReader, realm: string, number: string): Promise<Found> {
  const { id } = await realmIn(reader, realm);
  const room = (await reader.conferences(id)).find((one) => one.number === number);
  if (room === undefined) throw new AppError("admin.notFound", { what: { kind: "room", name: number } });
  const users = await reader.users(id);
  return { room, admins: users.flatMap((user) => (room.adminIds.includes(user.id) ? user.username : [])) };
}

async function changeRoom(
  { company, realm }: CommandContext,
  number: string,
  step: (found: Found) => Partial<RoomServiceDraft>,
): Promise<void> {
  const found = await company.read((reader) => roomIn(reader, realm, number));
  const { name, pin, adminPin } = found.room;
  const service: RoomServiceDraft = { kind: "room", number, name, pin, adminPin, ...step(found) };
  await applyCompany(company, { realm, groups: [], users: [], services: [service] });
}
