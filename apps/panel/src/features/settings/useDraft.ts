import { useReducer } from "react";
import { sayError } from "../../shared/api/api.ts";
import type { ErrorSay } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { isSame, stepDraft } from "./draft.model.ts";
import type { Draft, DraftAction } from "./draft.model.ts";
import { settingsMessages } from "./settings.messages.ts";
import { useUnsaved } from "../../shared/form/unsaved.ts";

/** The values of a form and the actions on them; `SettingsForm` renders its bar. */
export interface DraftForm<T> {
  readonly value: T;
  readonly changed: boolean;
  readonly saving: boolean;
  /** Why the server refused the last save; cleared by the next change. */
  readonly error: ErrorSay | null;
  change(patch: Partial<T>): void;
  discard(): void;
  save(): void;
}

export interface DraftOptions<T> {
  /** The stored values; without changes the form follows them. */
  readonly saved: T;
  /** Sends the values and puts the response into the cache; rejects with `ApiError`. */
  readonly save: (value: T) => Promise<unknown>;
}

/** SET-4: the typed values, until they are saved or discarded. Key the component by the person of the setting. */
export function useDraft<T extends object>({ saved, save }: DraftOptions<T>): DraftForm<T> {
  const t = useWords(settingsMessages);
  const { notices } = usePanel();
  const [draft, dispatch] = useReducer<Draft<T>, [DraftAction<T>]>(stepDraft, { phase: "clean" });
  const value = draft.phase === "clean" ? saved : draft.typed;
  const changed = !isSame(value, saved);
  useUnsaved(changed);
  const send = async () => {
    dispatch({ type: "sent", value });
    try {
      await save(value);
    } catch (error) {
      dispatch({ type: "refused", error: sayError(error, "server.internal") });
      return;
    }
    dispatch({ type: "stored" });
    notices.success(t("settings.saved"));
  };
  return {
    value,
    changed,
    saving: draft.phase === "saving",
    error: draft.phase === "edited" ? draft.error : null,
    change: (patch) => dispatch({ type: "typed", value: { ...value, ...patch } }),
    discard: () => dispatch({ type: "discarded" }),
    save: () => void send(),
  };
}
