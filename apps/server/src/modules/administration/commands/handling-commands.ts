import { AppError, featureCodesWith, forwardFault, mergePermissions } from "@callpanel/contract";
import { foldUsername } from "../../users/index.ts";
import { checkDestination, NOTHING_SET, type CallHandling } from "../../call-handling/index.ts";
import { createDialDirectory } from "../../directory/index.ts";
import { outsideRight } from "../../outside-calls/index.ts";
import { realmSettingsOf } from "../../realm-settings/index.ts";
import { printTable, realmIn, UsageError, type Command, type CommandContext, type CommandInput } from "./command.ts";
import { userIn } from "./user-commands.ts";

/** Call handling of people; a running server applies changes within half a second. */
export const handlingCommands: readonly Command[] = [
  {
    name: "handling list",
    operands: "<username>",
    summary: "Call settings of a person: forward, do not disturb, follow-me",
    fewest: 1,
    most: 1,
    run: async ({ company, callHandling, realm, print }, { positionals: [typed = ""] }) => {
      const { id } = await company.read((reader) => userIn(reader, realm, foldUsername(typed)));
      const { people } = await callHandling.changedSince(0);
      printTable(print, rowsOf(people.get(id)));
    },
  },
  {
    name: "handling set",
    operands: "<username>",
    summary: "Changes the given values; all others stay",
    fewest: 1,
    most: 1,
    options: {
      dnd: { type: "string", shows: "on|off", about: "do not disturb" },
      "call-waiting": { type: "string", shows: "on|off", about: "call waiting: a second call rings" },
      forward: { type: "string", shows: "<number>|off", about: "number to which all calls are forwarded" },
      "follow-me": { type: "string", shows: "on|off", about: "with the numbers the person has set" },
    },
    run: async ({ company, callHandling, toggles, realm, print }, input) => {
      const username = foldUsername(input.positionals[0] ?? "");
      const step = stepOf(input);
      const { id } = await company.read((reader) => userIn(reader, realm, username));
      await checkForward({ company, callHandling, toggles, realm }, id, input.text("forward"));
      await callHandling.change(id, step);
      print(`changed how calls reach ${username}`);
    },
  },
  {
    name: "toggles switch",
    operands: "<number> <A|B>",
    summary: "Sets the active option of a toggle destination",
    fewest: 2,
    most: 2,
    run: async ({ company, toggles, realm, print }, { positionals: [number = "", option = ""] }) => {
      if (option !== "A" && option !== "B") throw new UsageError("the option is A or B");
      await company.read(async (reader) => {
        const of = (await reader.realms()).find(({ name }) => name === realm);
        const numbers = of === undefined ? [] : await reader.numbers(of.id);
        if (!numbers.some((entry) => entry.kind === "toggle" && entry.number === number))
          throw new AppError("admin.notFound", { what: { kind: "toggle", name: number } });
      });
      await toggles.set(realm, number, () => option);
      print(`toggle destination ${number} leads to ${option}`);
    },
  },
];

const onOff = (value: boolean): string => (value ? "on" : "off");

function rowsOf(handling: CallHandling | undefined): ReadonlyArray<Readonly<Record<string, string>>> {
  if (handling === undefined) return [];
  const { doNotDisturb, callWaiting, forward, followMe, blacklist } = handling;
  return [
    { setting: "dnd", value: onOff(doNotDisturb) },
    { setting: "call-waiting", value: onOff(callWaiting) },
    { setting: "forward", value: forward.enabled ? forward.number : "off" },
    {
      setting: "follow-me",
      value: `${onOff(followMe.enabled)} ${followMe.numbers.map(({ number }) => number).join(",")}`,
    },
    { setting: "blacklist", value: String(blacklist.length) },
  ];
}

function stepOf(input: CommandInput): (before: CallHandling) => CallHandling {
  const doNotDisturb = switchIn(input, "dnd");
  const callWaiting = switchIn(input, "call-waiting");
  const followMe = switchIn(input, "follow-me");
  const forward = input.text("forward");
  if (forward !== undefined && forward !== "off" && forwardFault(forward) !== undefined)
    throw new UsageError("--forward is off, or a number of digits, * and #");
  return (before) => ({
    ...before,
    doNotDisturb: doNotDisturb ?? before.doNotDisturb,
    callWaiting: callWaiting ?? before.callWaiting,
    followMe: { ...before.followMe, enabled: followMe ?? before.followMe.enabled },
    forward: forwardAfter(before.forward, forward),
  });
}

/** HANDLE-5, TOLL-5: a forward is checked when it is set, by the same rules as in the panel. */
async function checkForward(
  { company, callHandling, toggles, realm }: Pick<CommandContext, "company" | "callHandling" | "toggles" | "realm">,
  userId: number,
  wanted: string | undefined,
): Promise<void> {
  if (wanted === undefined || wanted === "off") return;
  const { people } = await callHandling.changedSince(0);
  const active = new Map(
    (await toggles.all()).filter((one) => one.realm === realm).map((one) => [one.number, one.active]),
  );
  await company.read(async (reader) => {
    const { id } = await realmIn(reader, realm);
    const numbers = createDialDirectory(await reader.numbers(id), {
      activeOf: (toggle) => active.get(toggle) ?? "A",
    });
    const settings = realmSettingsOf(await reader.realmItems(id));
    const user = (await reader.users(id, { ids: [userId] }))[0];
    const groups = (await reader.groups(id)).filter(({ name }) => user?.groups.includes(name));
    const rights = mergePermissions(
      groups.flatMap(({ permissions }) => permissions),
      user?.permissions ?? [],
    );
    checkDestination({
      userId,
      number: wanted,
      find: numbers.find,
      handlingOf: (whose) => people.get(whose) ?? NOTHING_SET,
      featureCodes: featureCodesWith(settings.company.featureChanges),
      isEmergency: (number) => settings.emergency.numbers.includes(number),
      outsideRight: (_, number) => outsideRight(rights, number, settings.company),
    });
  });
}

function forwardAfter(before: CallHandling["forward"], wanted: string | undefined): CallHandling["forward"] {
  if (wanted === undefined) return before;
  return wanted === "off" ? { ...before, enabled: false } : { enabled: true, number: wanted };
}

function switchIn(input: CommandInput, option: string): boolean | undefined {
  const value = input.text(option);
  if (value !== undefined && value !== "on" && value !== "off") throw new UsageError(`--${option} is on or off`);
  return value === undefined ? undefined : value === "on";
}
