import { AppError } from "@callpanel/contract";
import { isItemOf } from "../../realm-settings/index.ts";
import { gatewayText, noteTest } from "../things/line-test.ts";
import { askServers } from "../things/line-tests.ts";
import { realmIn, type Command } from "./command.ts";

/** Outside lines, asked by the servers that run. */
export const lineCommands: readonly Command[] = [
  {
    name: "trunks test",
    operands: "<name>",
    summary: "Asks the registered gateways of a trunk whether they are there; the running servers do it at once",
    fewest: 1,
    most: 1,
    run: async (context, { positionals: [name = ""] }) => {
      const { company, realm, now, print } = context;
      await company.read(async (reader) => {
        const { id } = await realmIn(reader, realm);
        if (!(await reader.realmItems(id)).filter(isItemOf("trunk")).some((one) => one.name === name))
          throw new AppError("admin.notFound", { what: { kind: "line", name } });
      });
      const servers = await context.instances.live();
      if (servers.size === 0) throw new AppError("admin.noServer");
      const wake = () => company.atomically(async () => undefined);
      const asked = await askServers({ ...context, clock: { now } }, { realm, line: name, servers, wake });
      if (asked.answered === 0) throw new AppError("admin.noServer");
      const { gateways } = asked;
      await noteTest(company, { realm, line: name, at: now(), gateways });
      if (gateways.length === 0) print("no gateway is registered");
      gateways.map(gatewayText).forEach(print);
      if (asked.answered < servers.size)
        print(`${servers.size - asked.answered} of ${servers.size} servers did not answer`);
    },
  },
];
