/** SIP alone, over paired sockets in one process: the phones' own work is counted against the server. */
import type { Report } from "./figure.ts";
import { createPhoneFloor, WALL_CLOCK, type PhoneFloor } from "./load/phone-floor.ts";

const PHONES = 100;
const REGISTERS = 20_000;
const CALLS = 6_000;
const WARM_UP = 1_000;
const AGAINST = "bound of issue 2";

export async function run(report: Report): Promise<void> {
  const floor = createPhoneFloor({ clock: WALL_CLOCK, phoneCount: PHONES });
  await registers(floor, WARM_UP);
  report({
    name: "REGISTER with digest (401 and 200) a second and core",
    value: await perCpuSecond(REGISTERS, () => registers(floor, REGISTERS)),
    unit: "/s",
    bound: 3_000,
    better: "higher",
    against: `${AGAINST}; Asterisk 22: 2,100 to 2,900`,
  });
  await calls(floor, WARM_UP);
  report({
    name: "call set-up and tear-down (INVITE challenged) a second and core",
    value: await perCpuSecond(CALLS, () => calls(floor, CALLS)),
    unit: "/s",
    bound: 1_000,
    better: "higher",
    against: `${AGAINST}; Asterisk 22: 770 to 1,000`,
  });
}

async function registers({ phones }: PhoneFloor, count: number): Promise<void> {
  for (let done = 0; done < count; done += phones.length) await Promise.all(phones.map((phone) => phone.register()));
}

/** Half of the phones call the other half, one call a pair at a time. */
async function calls({ phones, extensionOf }: PhoneFloor, count: number): Promise<void> {
  const pairs = phones.length / 2;
  const callers = phones.slice(0, pairs);
  for (let done = 0; done < count; done += pairs)
    await Promise.all(callers.map((phone, at) => phone.call(extensionOf(pairs + at))));
}

async function perCpuSecond(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (count / (user + system)) * 1_000_000;
}
