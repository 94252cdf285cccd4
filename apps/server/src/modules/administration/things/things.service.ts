import {
  AppError,
  isTargetedArea,
  maySeeOne,
  thingFault,
  THING_SHAPES,
  type AddedThing,
  type CompanyThing,
  type Destination,
  type ThingArea,
  type ThingKind,
} from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { foldText, searchWords } from "../../../kernel/text/search-text.ts";
import { newSipSecret } from "../../sip-credentials/index.ts";
import { versionOf } from "../company.author.ts";
import { applyCompany } from "../company.service.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";
import { KINDS, type ThingState } from "./things.kinds.ts";
import { readThings, type ThingStateDeps } from "./things.state.ts";

export interface ThingsDeps extends ThingStateDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  /** Announces to all servers that the company was changed. */
  readonly companyChanged: () => void;
}

const MOST_CHOICES = 20;

/** What a request is about. */
interface About {
  readonly area: ThingArea;
  readonly kind: ThingKind;
}
interface AboutOne extends About {
  readonly id: string;
}
type Texts = Readonly<Record<string, string>>;

/** THINGS-1 to 3: things of a company that are a form of a few fields, for the pages of those who administer them. */
export function createThings(deps: ThingsDeps) {
  const { company, clock, random, companyChanged } = deps;

  const seen = (caller: Caller, { area, kind }: About, state: ThingState): readonly CompanyThing[] =>
    KINDS[kind]
      .kept(state)
      .filter(({ id }) => !isTargetedArea(area) || maySeeOne(caller.rights, area, id))
      .map(({ id, fields, facts, state: now, leadsTo, usedBy }) => ({
        id,
        fields,
        version: versionOf(facts),
        state: now,
        leads_to: leadsTo.map((number) => ({
          number,
          name: state.numbers.find((entry) => entry.number === number)?.name ?? "",
        })),
        used_by: [...usedBy],
      }));

  const show = async (caller: Caller, { id, ...about }: AboutOne): Promise<CompanyThing> => {
    const one = seen(caller, about, await readThings(deps, caller)).find((thing) => thing.id === id);
    if (one === undefined) throw new AppError("request.notFound");
    return one;
  };

  const save = async (
    caller: Caller,
    { kind, id }: AboutOne,
    { fields, version }: { readonly fields: Texts; readonly version: string | null },
  ): Promise<void> => {
    checkTexts(kind, fields);
    const draft = {
      realm: caller.realm.name,
      groups: [],
      users: [],
      services: [],
      ...KINDS[kind].draft(id, fields, version),
    };
    try {
      await applyCompany(company, draft, { author: authorOf(caller), at: clock.now() });
    } catch (error) {
      throw version === null ? ofId(error) : error;
    }
    companyChanged();
  };

  return {
    list: async (
      caller: Caller,
      about: About,
      { start, limit, search }: { readonly start: number; readonly limit: number; readonly search: string },
    ): Promise<{ total: number; data: CompanyThing[] }> => {
      const words = searchWords(search);
      const found = seen(caller, about, await readThings(deps, caller)).filter(({ id, fields }) => {
        const text = foldText([id, ...Object.values(fields)].join(" "));
        return words.every((word) => text.includes(word));
      });
      const rows = found.toSorted((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
      return { total: rows.length, data: rows.slice(start, start + limit) };
    },
    /** Numbers that others can lead to. */
    destinations: async (caller: Caller, search: string): Promise<Destination[]> => {
      const words = searchWords(search);
      const numbers = await company.read((reader) => reader.numbers(caller.realm.id));
      return numbers
        .filter(({ kind, name, number }) => {
          const text = foldText(`${name} ${number}`);
          return kind !== "did" && words.every((word) => text.includes(word));
        })
        .slice(0, MOST_CHOICES)
        .map(({ number, name }) => ({ number, name }));
    },
    show,
    add: async (
      caller: Caller,
      about: About,
      body: { readonly id: string; readonly fields: Texts },
    ): Promise<AddedThing> => {
      const id = body.id.trim();
      if (!THING_SHAPES[about.kind].isId(id)) throw wrong("id");
      // A line without a password gets one, which is shown once.
      const secret = about.kind === "trunks" && (body.fields["password"] ?? "") === "" ? newSipSecret(random) : null;
      const fields = secret === null ? body.fields : { ...body.fields, password: secret };
      await save(caller, { ...about, id }, { fields, version: null });
      return { ...(await show(caller, { ...about, id })), secret };
    },
    change: async (
      caller: Caller,
      about: AboutOne,
      { fields, version }: { readonly fields: Texts; readonly version: string },
    ): Promise<CompanyThing> => {
      const before = await show(caller, about);
      await save(caller, about, { fields: { ...before.fields, ...fields }, version });
      return show(caller, about);
    },
    remove: async (caller: Caller, about: AboutOne): Promise<{ id: string }> => {
      await show(caller, about);
      const order = { realm: caller.realm.name, author: authorOf(caller), at: clock.now() };
      await KINDS[about.kind].remove(company, order, about.id);
      companyChanged();
      return { id: about.id };
    },
  };
}

function checkTexts(kind: ThingKind, fields: Texts): void {
  const shape = THING_SHAPES[kind];
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(shape.fields, name));
  const fault = unknown ?? thingFault(shape, fields);
  if (fault !== undefined) throw wrong(fault);
}

/** The number or name of a new thing is taken: its field here is `id`. */
const ofId = (error: unknown): unknown =>
  error instanceof AppError && error.code === "admin.exists"
    ? new AppError(error.code, { ...error.details, field: "id" }, { cause: error })
    : error;

/** THINGS-2: a field that is not valid is refused with its name. */
const wrong = (field: string): AppError =>
  new AppError("admin.setting", { name: field, message: "is not valid", field });
