import {
  AppError,
  mayGive,
  mayTouch,
  type AuditAct,
  type AuditDetails,
  type AuditObject,
  type Permission,
  type Rights,
  type Subject,
} from "@callpanel/contract";
import { createHash } from "node:crypto";
import type { NewAuditLine } from "../audit/index.ts";
import { permissionText } from "./company.model.ts";
import type { CompanyWriter } from "./company.store.ts";

/** The author of a change: a person on a page, with their rights, or the command line, which may do everything. */
export type Author =
  | { readonly way: "panel"; readonly userId: number; readonly rights: Rights }
  | { readonly way: "command" };

export const COMMAND_LINE: Author = { way: "command" };

/** Fields that open something: they are never written down, not even as a hash. */
const SECRET = /(^pin$|pin$|password|ha1|secret|credential)/i;

/** PAGES-3: throws where an author gives rights that they may not give. `after`: all rights that the person then has. */
export function checkGiven(author: Author, before: readonly Permission[], after: readonly Permission[]): void {
  if (author.way === "command") return;
  const held = new Set(before.map(permissionText));
  const refused = after.filter((one) => !held.has(permissionText(one)) && !mayGive(author.rights, one));
  if (refused.length > 0)
    throw new AppError("admin.mayNotGive", { rights: refused.slice(0, 5).map(permissionText).join(", ") });
}

/** PAGES-4: throws where an author changes a person with rights of administration that they do not have. */
export function checkTouched(author: Author, held: readonly Permission[], what: Subject): void {
  if (author.way === "panel" && !mayTouch(author.rights, held)) throw new AppError("admin.mayNotTouch", { what });
}

/**
 * Sixteen characters that are other ones when the thing is another one, whatever the order of its keys. Secrets are left
 * out: a short PIN could be found from a hash by trying.
 */
export const versionOf = (thing: object): string => {
  const open = Object.entries(thing).filter(([name]) => !SECRET.test(name));
  return createHash("sha256")
    .update(canonical(Object.fromEntries(open)))
    .digest("base64url")
    .slice(0, 16);
};

/** PAGES-5: `wanted` null: the thing must be new; `field` is then the one that is taken. Undefined: anything goes. */
export function checkVersion(
  wanted: string | null | undefined,
  { before, what, field }: { readonly before: object | undefined; readonly what: Subject; readonly field?: string },
): void {
  if (wanted === undefined) return;
  if (wanted === null) {
    if (before !== undefined) throw new AppError("admin.exists", { what, ...(field === undefined ? {} : { field }) });
    return;
  }
  if (before === undefined) throw new AppError("admin.notFound", { what });
  if (versionOf(before) !== wanted) throw new AppError("admin.conflict", { what });
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? "";

const DETAIL_CHARACTERS = 500;

type Facts = Readonly<Record<string, unknown>>;

/** AUDIT-6: what has changed, as `field.from` and `field.to`; of a secret only that it was changed. */
export function changeDetails(before: Facts, after: Facts): AuditDetails {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [from, to] = [before[name], after[name]];
      if (canonical(from) === canonical(to)) return [];
      if (SECRET.test(name)) return [[name, "changed"]];
      return [
        [`${name}.from`, detailOf(from)],
        [`${name}.to`, detailOf(to)],
      ];
    }),
  );
}

function detailOf(value: unknown): AuditDetails[string] {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value);
  return text.length > DETAIL_CHARACTERS ? `${text.slice(0, DETAIL_CHARACTERS)}…` : text;
}
const textOf = (value: unknown): string => (typeof value === "string" ? value : canonical(value));

/** Writes lines of the audit log in the transaction of the change. */
export interface Notes {
  readonly note: (
    act: AuditAct,
    about: {
      readonly object?: { readonly kind: AuditObject; readonly id: string; readonly name: string };
      readonly person?: number;
      readonly details?: AuditDetails;
    },
  ) => Promise<void>;
}

export const notesOf = (
  company: Pick<CompanyWriter, "note">,
  { realmId, author, at }: { readonly realmId: number; readonly author: Author; readonly at: number },
): Notes => ({
  note: (act, { object, person, details = {} }) =>
    company.note({
      realmId,
      at,
      act,
      way: author.way,
      by: author.way === "panel" ? author.userId : null,
      object: object ?? null,
      person: person ?? null,
      details,
    } satisfies NewAuditLine),
});
