import type { ErrorSay } from "../api/api.ts";

/** Something that is stored, as a form shows it, with the version that goes back with a change (PAGES-5). */
export interface Stored<T> {
  readonly values: T;
  readonly version: string;
}

/** What is typed, and the state of the thing that it was typed over. */
export type ThingDraft<T> =
  | { readonly phase: "clean" }
  | { readonly phase: "edited"; readonly base: Stored<T>; readonly typed: T; readonly error: ErrorSay | null }
  /** What is typed meanwhile is kept. */
  | { readonly phase: "saving"; readonly base: Stored<T>; readonly typed: T; readonly sent: T };

export type ThingAction<T> =
  | { readonly type: "typed"; readonly patch: Partial<T>; readonly stored: Stored<T> }
  | { readonly type: "discarded" }
  | { readonly type: "sent"; readonly stored: Stored<T> }
  | { readonly type: "kept"; readonly stored: Stored<T> }
  | { readonly type: "refused"; readonly error: ErrorSay };

/** Plain values: texts, numbers, flags, and lists and objects of them. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** PAGES-6: what is typed is lost only if the person discards it. */
export function stepThing<T extends object>(draft: ThingDraft<T>, action: ThingAction<T>): ThingDraft<T> {
  switch (action.type) {
    case "typed": {
      const before = draft.phase === "clean" ? action.stored.values : draft.typed;
      const typed = { ...before, ...action.patch };
      if (draft.phase === "saving") return { ...draft, typed };
      return { phase: "edited", base: draft.phase === "clean" ? action.stored : draft.base, typed, error: null };
    }
    case "discarded":
      return draft.phase === "saving" ? draft : { phase: "clean" };
    case "sent":
      if (draft.phase === "saving") return draft;
      return draft.phase === "clean"
        ? { phase: "saving", base: action.stored, typed: action.stored.values, sent: action.stored.values }
        : { phase: "saving", base: draft.base, typed: draft.typed, sent: draft.typed };
    case "kept":
      return keep(draft, action.stored);
    case "refused":
      return draft.phase === "saving"
        ? { phase: "edited", base: draft.base, typed: draft.typed, error: action.error }
        : draft;
  }
}

/** After a save, with what was typed meanwhile; and when the person keeps their changes over those of someone else. */
function keep<T extends object>(draft: ThingDraft<T>, stored: Stored<T>): ThingDraft<T> {
  if (draft.phase === "clean") return draft;
  if (draft.phase === "saving" && isSame(draft.typed, draft.sent)) return { phase: "clean" };
  const before = draft.phase === "saving" ? draft.sent : draft.base.values;
  const mine = changesOf(before, draft.typed);
  return { phase: "edited", base: stored, typed: { ...stored.values, ...mine }, error: null };
}

/** The fields that differ, with their new values. */
function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const name of fieldsOf(after)) if (!isSame(before[name], after[name])) changed[name] = after[name];
  return changed;
}

function fieldsOf<T extends object>(values: T): readonly (keyof T & string)[] {
  const isField = (name: string): name is keyof T & string => Object.hasOwn(values, name);
  return Object.keys(values).filter(isField);
}

/** A field that someone else changed while the form was being edited. */
export interface FieldConflict<T> {
  readonly field: keyof T & string;
  readonly from: unknown;
  readonly to: unknown;
}

/** PAGES-5: what someone else changed since the form was begun; empty: nothing that the form shows. */
export function conflictsOf<T extends object>(draft: ThingDraft<T>, stored: Stored<T>): readonly FieldConflict<T>[] {
  if (draft.phase !== "edited" || draft.base.version === stored.version) return [];
  const { values } = draft.base;
  return fieldsOf(stored.values).flatMap((field) =>
    isSame(values[field], stored.values[field]) ? [] : [{ field, from: values[field], to: stored.values[field] }],
  );
}

/** The values that the form shows. */
export const shownOf = <T>(draft: ThingDraft<T>, stored: Stored<T>): T =>
  draft.phase === "clean" ? stored.values : draft.typed;

export const isChanged = <T>(draft: ThingDraft<T>): boolean =>
  draft.phase !== "clean" && !isSame(draft.typed, draft.base.values);

/** The version that a save is made on: where nothing that is shown was changed by someone else, the latest. */
export const versionOf = <T extends object>(draft: ThingDraft<T>, stored: Stored<T>): string =>
  draft.phase === "clean" || conflictsOf(draft, stored).length === 0 ? stored.version : draft.base.version;
