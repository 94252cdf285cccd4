import { fitsSetting, isServiceName, NO_SETTING } from "@callpanel/contract";
import type { CompanyQueueAgent, ServicePerson, WrittenSetting } from "@callpanel/contract";
import type { Stored } from "../../../shared/form/thingForm.model.ts";

/** An agent of a queue; of a room's admin only who it is counts. */
export type Member = CompanyQueueAgent;

export const memberOf = ({ username, name, extension }: ServicePerson): Member => ({
  username,
  name,
  extension,
  penalty: 0,
  login: "always",
  ring_in_use: null,
});

/** A setting's place in the form is its place in the request, so that a refusal finds its field. */
export type SettingKey = `settings.${string}`;
export const keyOf = (name: string): SettingKey => `settings.${name}`;

/** What the form of a queue or a room shows. */
export interface ServiceValues {
  readonly name: string;
  readonly people: readonly Member[];
  readonly [setting: SettingKey]: string;
}

/** A queue or a room as its page has it. */
export interface Service {
  readonly number: string;
  readonly name: string;
  readonly settings: readonly WrittenSetting[];
  readonly people: readonly Member[];
  readonly version: string;
}

export const storedService = ({ name, people, settings, version }: Service): Stored<ServiceValues> => ({
  version,
  values: { name, people, ...Object.fromEntries(settings.map((one) => [keyOf(one.name), one.value])) },
});

/** SERVICES-3: the settings that were changed, by name. */
export function changedSettings({ settings }: Service, values: ServiceValues): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings.flatMap(({ name, value }) => {
      const typed = values[keyOf(name)]?.trim();
      return typed === undefined || typed === value ? [] : [[name, typed]];
    }),
  );
}

/** The same checks as the server's. */
export function checksOf({ settings }: Service) {
  const checks: Record<string, (values: ServiceValues) => boolean> = { name: ({ name }) => isServiceName(name) };
  for (const { name, form } of settings)
    checks[keyOf(name)] = (values) => fitsSetting(form, (values[keyOf(name)] ?? NO_SETTING).trim());
  return checks;
}
