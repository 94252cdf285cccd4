import type { CompanyRoom, CompanyRoomChange, NewCompanyService } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import { CONFERENCE_FIELDS } from "../../conferences/index.ts";
import { withoutPurpose } from "./queues.service.ts";
import { checkRead, createServices, servicePerson, type ServicesDeps } from "./services.ts";

/** Settings that open the room: only those who may change the room see them. */
const PINS: ReadonlySet<string> = new Set(["pin", "admin_pin"]);

/** Conference rooms of a company, for the pages of those who administer them. */
export function createCompanyRooms(deps: ServicesDeps) {
  const services = createServices<CompanyRoom>(deps, {
    kind: "room",
    area: "rooms",
    countOf: ({ conferences }, number) => conferences.get(number)?.adminIds.length ?? 0,
    present: (state, { entry: { number, name }, version, mayChange }) => {
      const room = state.conferences.get(number);
      const written =
        room === undefined
          ? []
          : CONFERENCE_FIELDS.write({ ...room.configuration, pin: room.pin, adminPin: room.adminPin });
      return {
        number,
        name,
        version,
        settings: written.filter((field) => mayChange || !PINS.has(field.name)).map(withoutPurpose),
        admins: (room?.adminIds ?? []).flatMap((id) => servicePerson(state, id) ?? []),
      };
    },
  });
  return {
    ...services,
    add: (caller: Caller, body: NewCompanyService) =>
      services.apply(caller, { kind: "room", ...services.added(body), pin: null, adminPin: null }),
    change: async (
      caller: Caller,
      number: string,
      { version, name, settings: texts, admins }: CompanyRoomChange,
    ): Promise<CompanyRoom> => {
      const { settings: read, faults } = CONFERENCE_FIELDS.read(texts);
      checkRead(faults);
      const before = await deps.company.read((reader) => reader.conferences(caller.realm.id));
      const was = before.find((room) => room.number === number);
      const { pin = was?.pin ?? null, adminPin = was?.adminPin ?? null, ...settings } = read;
      return services.apply(caller, {
        kind: "room",
        number,
        name: name.trim(),
        version,
        pin,
        adminPin,
        settings,
        admins,
      });
    },
  };
}
