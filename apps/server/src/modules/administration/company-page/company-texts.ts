import { DIRECT_NUMBER, fitsSetting, NO_SETTING, type SettingForm, type WrittenSetting } from "@callpanel/contract";
import {
  COMPANY_SETTINGS,
  DEFAULT_REALM_SETTINGS,
  isCompanySetting,
  isItemOf,
  settingFault,
  type RealmItem,
} from "../../realm-settings/index.ts";
import { EMERGENCY_NUMBER, type CompanyDraft, type RealmItemDraft } from "../company.model.ts";

/** Settings of the company as its page writes them (COMPANY-1): those of the command line, and a few that are no settings there. */

const text = (pattern: string, optional: boolean): SettingForm => ({ kind: "text", pattern, optional });
const bare = (pattern: RegExp): string => pattern.source.replace(/^\^|\$$/g, "");

const OTHERS = {
  company_name: text("(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]{1,200}", false),
  outgoing_number: text(bare(DIRECT_NUMBER), true),
  emergency_numbers: text(`${bare(EMERGENCY_NUMBER)}(?:[ ,]+${bare(EMERGENCY_NUMBER)}){0,19}`, false),
  emergency_disabled: { kind: "flag" },
} as const satisfies Readonly<Record<string, SettingForm>>;
type Other = keyof typeof OTHERS;
const isOther = (name: string): name is Other => Object.hasOwn(OTHERS, name);

interface Stored {
  readonly company: string;
  readonly items: readonly RealmItem[];
}

const emergencyOf = (items: readonly RealmItem[]) =>
  items.find(isItemOf("emergency")) ?? {
    ...DEFAULT_REALM_SETTINGS.emergency,
    kind: "emergency" as const,
    name: "" as const,
  };

function otherText(name: Other, { company, items }: Stored): string {
  switch (name) {
    case "company_name":
      return company;
    case "outgoing_number":
      return items.find(isItemOf("outgoing"))?.number ?? NO_SETTING;
    case "emergency_numbers":
      return emergencyOf(items).numbers.join(", ");
    case "emergency_disabled":
      return String(emergencyOf(items).disabledGlobally);
  }
}

/** A stored or default value as its form writes it. */
function shown(form: SettingForm, value: unknown, written: string | undefined): string {
  if ((form.kind === "text" || form.kind === "featureCodes") && written !== undefined) return written;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : NO_SETTING;
}

/** The picture beside the name is uploaded. */
const LOGO = "logo";

export function writtenCompany(stored: Stored): WrittenSetting[] {
  const texts = new Map(stored.items.filter(isItemOf("setting")).map(({ name, value }) => [name, value]));
  const settings = Object.entries(COMPANY_SETTINGS)
    .filter(([name]) => name !== LOGO)
    .map(([name, { form, parse, fallback }]) => {
      const written = texts.get(name);
      const value: unknown = (written === undefined ? undefined : parse(written)) ?? fallback;
      return { name, value: shown(form, value, written), form };
    });
  const others = Object.keys(OTHERS)
    .filter(isOther)
    .map((name) => ({ name, value: otherText(name, stored), form: OTHERS[name] }));
  return [...others, ...settings];
}

export interface CompanyChange {
  readonly draft: Pick<CompanyDraft, "company" | "items">;
  /** The first that is not valid. */
  readonly fault: { readonly name: string; readonly message: string } | undefined;
}

/** What texts by name change; those that are not named stay. */
export function companyChange(texts: Readonly<Record<string, string>>, stored: Stored): CompanyChange {
  const items: RealmItemDraft[] = [];
  for (const [name, value] of Object.entries(texts)) {
    if (isOther(name)) {
      if (!fitsSetting(OTHERS[name], value)) return faulty(name, "is not valid");
      if (name === "outgoing_number") items.push(outgoing(value));
      continue;
    }
    if (name === LOGO || !isCompanySetting(name)) return faulty(name, "is not a setting");
    const { form } = COMPANY_SETTINGS[name];
    const isReset = "optional" in form && form.optional && value === NO_SETTING && name !== "screen_pop_origins";
    const message = isReset ? undefined : settingFault(name, value === "" ? NO_SETTING : value);
    if (!isReset && message !== undefined) return faulty(name, message);
    items.push(isReset ? { kind: "setting", name, removed: true } : { kind: "setting", name, value });
  }
  const emergency = emergencyChange(texts, stored.items);
  return {
    draft: {
      ...(texts["company_name"] === undefined ? {} : { company: texts["company_name"].trim() }),
      items: emergency === undefined ? items : [...items, emergency],
    },
    fault: undefined,
  };
}

const faulty = (name: string, message: string): CompanyChange => ({ draft: {}, fault: { name, message } });

const outgoing = (number: string): RealmItemDraft =>
  number === NO_SETTING ? { kind: "outgoing", name: "", removed: true } : { kind: "outgoing", name: "", number };

function emergencyChange(
  { emergency_numbers: numbers, emergency_disabled: disabled }: Readonly<Record<string, string>>,
  items: readonly RealmItem[],
): RealmItemDraft | undefined {
  if (numbers === undefined && disabled === undefined) return undefined;
  const before = emergencyOf(items);
  return {
    kind: "emergency",
    name: "",
    numbers: numbers === undefined ? before.numbers : [...new Set(numbers.split(/[ ,]+/).filter((one) => one !== ""))],
    disabledGlobally: disabled === undefined ? before.disabledGlobally : disabled === "true",
  };
}
