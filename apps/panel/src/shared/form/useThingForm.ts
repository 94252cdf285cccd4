import { useReducer } from "react";
import { answerOf, sayError } from "../api/api.ts";
import type { ErrorSay } from "../api/api.ts";
import { usePanel } from "../panel.ts";
import { useLocaleWords, useWords } from "../words/useWords.ts";
import { formMessages } from "./form.messages.ts";
import { conflictsOf, isChanged, shownOf, stepThing, versionOf } from "./thingForm.model.ts";
import type { FieldConflict, Stored, ThingAction, ThingDraft } from "./thingForm.model.ts";
import { useUnsaved } from "./unsaved.ts";

export interface ThingFormOptions<T> {
  /** What is stored now; the form follows it while nothing is typed. Key the component by the thing. */
  readonly stored: Stored<T>;
  /** Whether each field is valid: the server asks the same. */
  readonly checks: Readonly<Partial<Record<keyof T & string, (value: T) => boolean>>>;
  /** What is wrong with a field that is not valid. */
  readonly faults: Readonly<Partial<Record<keyof T & string, string>>>;
  /** Sends the values; resolves with what is stored then, after it was put into the cache. Rejects with `ApiError`. */
  readonly save: (values: T, version: string) => Promise<Stored<T>>;
  /** Loads what is stored again: someone else has changed it. */
  readonly reload: () => void;
  /** What follows shows that it is saved: no notice says so. */
  readonly isSeen?: boolean;
}

/** The values of a form about one thing, and the actions on them; `ThingForm` renders its bar. */
export interface ThingForm<T> {
  readonly value: T;
  readonly changed: boolean;
  readonly saving: boolean;
  readonly valid: boolean;
  /** Why the server refused the last save, unless it belongs to a field; cleared by the next change. */
  readonly error: ErrorSay | null;
  /** PAGES-5: what someone else has changed meanwhile. */
  readonly conflicts: readonly FieldConflict<T>[];
  faultOf(field: keyof T & string): string | undefined;
  change(patch: Partial<T>): void;
  discard(): void;
  save(): void;
  /** Keeps what was typed, over what someone else has changed. */
  keepMine(): void;
}

export function useThingForm<T extends object>(options: ThingFormOptions<T>): ThingForm<T> {
  const { stored, checks, faults, save, reload, isSeen = false } = options;
  const t = useWords(formMessages);
  const words = useLocaleWords();
  const { notices } = usePanel();
  const [draft, dispatch] = useReducer<ThingDraft<T>, [ThingAction<T>]>(stepThing, { phase: "clean" });
  const value = shownOf(draft, stored);
  const changed = isChanged(draft);
  useUnsaved(changed);
  const isWrong = (field: keyof T & string): boolean => checks[field]?.(value) === false;
  const error = draft.phase === "edited" ? draft.error : null;
  const errorField = error?.details["field"];
  const send = async () => {
    dispatch({ type: "sent", stored });
    try {
      const now = await save(value, versionOf(draft, stored));
      dispatch({ type: "kept", stored: now });
      if (!isSeen) notices.success(t("form.saved"));
    } catch (failure) {
      dispatch({ type: "refused", error: sayError(failure, "administration.save") });
      if (isConflict(failure)) reload();
    }
  };
  const isField = (name: string): name is keyof T & string => Object.hasOwn(value, name);
  return {
    value,
    changed,
    saving: draft.phase === "saving",
    valid: Object.keys(checks).every((name) => !isField(name) || !isWrong(name)),
    error: typeof errorField === "string" && isField(errorField) ? null : error,
    conflicts: conflictsOf(draft, stored),
    faultOf: (field) => {
      if (error !== null && errorField === field) return words.say(error);
      const typed = draft.phase !== "clean" && draft.typed[field] !== draft.base.values[field];
      return typed && isWrong(field) ? faults[field] : undefined;
    },
    change: (patch) => dispatch({ type: "typed", patch, stored }),
    discard: () => dispatch({ type: "discarded" }),
    save: () => void send(),
    keepMine: () => dispatch({ type: "kept", stored }),
  };
}

const isConflict = (failure: unknown): boolean => answerOf(failure)?.code === "admin.conflict";
