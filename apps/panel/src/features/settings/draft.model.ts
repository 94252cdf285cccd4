import type { ErrorSay } from "../../shared/api/api.ts";

/** The values of a form and the stored values. */
export type Draft<T> =
  | { readonly phase: "clean" }
  | { readonly phase: "edited"; readonly typed: T; readonly error: ErrorSay | null }
  /** Text typed meanwhile is kept. */
  | { readonly phase: "saving"; readonly typed: T; readonly sent: T };

export type DraftAction<T> =
  | { readonly type: "typed"; readonly value: T }
  | { readonly type: "discarded" }
  | { readonly type: "sent"; readonly value: T }
  | { readonly type: "stored" }
  | { readonly type: "refused"; readonly error: ErrorSay };

/** Plain values: texts, numbers, flags, and lists and objects of them. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** SET-4, SET-5: typed text is lost only if the person discards it. */
export function stepDraft<T>(draft: Draft<T>, action: DraftAction<T>): Draft<T> {
  switch (action.type) {
    case "typed":
      return draft.phase === "saving"
        ? { ...draft, typed: action.value }
        : { phase: "edited", typed: action.value, error: null };
    case "discarded":
      return draft.phase === "saving" ? draft : { phase: "clean" };
    case "sent":
      return { phase: "saving", typed: action.value, sent: action.value };
    case "stored":
      if (draft.phase !== "saving" || isSame(draft.typed, draft.sent)) return { phase: "clean" };
      return { phase: "edited", typed: draft.typed, error: null };
    case "refused":
      return draft.phase === "saving" ? { phase: "edited", typed: draft.typed, error: action.error } : draft;
  }
}
