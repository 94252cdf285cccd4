import { contactForm, isPanelErrorCode } from "@callpanel/contract";
import type { Contact, ContactFieldErrors, PanelErrorCode } from "@callpanel/contract";
import { useEffect, useReducer, useState } from "react";
import { answerOf, sayError } from "../../../shared/api/api.ts";
import type { ContactTask } from "../../../shared/contactDesk.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { saveContact } from "../contacts.api.ts";
import { contactsMessages } from "../contacts.messages.ts";
import { contactName } from "../contacts.model.ts";
import { useReload } from "../useContactChange.ts";
import { useHome } from "../useHome.ts";
import { draftOf, newDraft } from "./draft.model.ts";
import type { DraftAction, FormDraft } from "./draft.model.ts";
import { isFormChanged, isValid, openForm, shownFaults, stepForm } from "./form.model.ts";
import type { FormAction, FormState } from "./form.model.ts";
import { contractDraft, placed } from "./rules.model.ts";
import type { Faults, FieldId } from "./rules.model.ts";
import type { Country } from "../../../shared/phone/country.ts";

export type FormTask = Extract<ContactTask, { readonly kind: "create" | "edit" }>;

/** The state and the actions for the parts of the form. */
export interface ContactFormBinding {
  readonly state: FormState;
  readonly contact: Contact | null;
  readonly valid: boolean;
  readonly saving: boolean;
  readonly faults: Faults;
  readonly dispatch: (action: FormAction) => void;
  /** Sets a value; `field` is its field. */
  readonly write: (field: FieldId, action: DraftAction) => void;
  /** The error text of a field. */
  readonly faultOf: (field: FieldId) => string | undefined;
  readonly leaveField: (field: FieldId) => void;
  readonly save: () => void;
  /** Closes, after a question when anything would be lost. */
  readonly leave: () => void;
}

export function useContactForm(task: FormTask, onClose: () => void): ContactFormBinding {
  const words = useLocaleWords();
  const home = useHome();
  const [state, dispatch] = useReducer(stepForm, task, (from) => openForm(draftFor(from, home)));
  const contact = task.kind === "edit" ? task.contact : null;
  const faults = shownFaults(state);
  const { saving, save } = useSave({ state, dispatch, contact, onClose });
  const valid = isValid(state);
  const changed = isFormChanged(state);
  useUnloadGuard(changed);
  useGiveBack(state);
  return {
    state,
    contact,
    valid,
    saving,
    faults,
    dispatch,
    write: (field, action) => dispatch({ type: "written", field, action }),
    faultOf: (field) => {
      const code = faults.get(field);
      return code === undefined ? undefined : words.error(code);
    },
    leaveField: (field) => dispatch({ type: "fieldLeft", field }),
    save: () => {
      if (valid && !saving) save();
    },
    leave: () => (changed ? dispatch({ type: "leaveAsked" }) : onClose()),
  };
}

function draftFor(task: FormTask, home: Country): FormDraft {
  return task.kind === "edit" ? draftOf(task.contact, home) : newDraft({ ...task, country: home });
}

interface SaveOf {
  readonly state: FormState;
  readonly dispatch: (action: FormAction) => void;
  readonly contact: Contact | null;
  readonly onClose: () => void;
}

/** Sends the form. A refusal is shown at its line; the typed text stays. */
function useSave({ state, dispatch, contact, onClose }: SaveOf) {
  const t = useWords(contactsMessages);
  const { api, notices } = usePanel();
  const reload = useReload();
  const [saving, setSaving] = useState(false);
  /** ADDRESS-23: of the contact that was opened, until the user knows that it has changed since. */
  const [version, setVersion] = useState(contact?.version);
  const { draft, image } = state;
  const carryOut = async () => {
    dispatch({ type: "saveBegun" });
    setSaving(true);
    try {
      const form = contactForm(contractDraft(draft));
      const kept = await saveContact(api, {
        id: contact?.id ?? null,
        form,
        version,
        image: image.kind === "chosen" ? image.blob : image.kind,
      });
      notices.success(t(contact ? "contacts.updated" : "contacts.created", { name: contactName(kept) }));
      onClose();
    } catch (error) {
      if (isConflict(error)) setVersion(undefined);
      const fallback: PanelErrorCode = contact ? "contacts.update" : "contacts.create";
      dispatch({ type: "refused", error: sayError(error, fallback), faults: placed(placesOf(error), draft) });
    } finally {
      setSaving(false);
      reload();
    }
  };
  return { saving, save: () => void carryOut() };
}

const isConflict = (error: unknown): boolean => answerOf(error)?.code === "contacts.conflict";

/** ADDRESS-9: the details of `contacts.invalid` are codes by place. */
function placesOf(error: unknown): ContactFieldErrors {
  const places = Object.entries(answerOf(error)?.details ?? {}).flatMap(([place, code]) =>
    typeof code === "string" && isPanelErrorCode(code) && code.startsWith("contacts.field.")
      ? [[place, code] as const]
      : [],
  );
  return Object.fromEntries(places);
}

/** The browser asks before the page is closed while the form has changes. */
function useUnloadGuard(changed: boolean): void {
  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
}

/** Frees the memory of pictures that are no longer shown. */
function useGiveBack({ view, image }: FormState): void {
  const framed = view.kind === "framing" ? view.picture : null;
  useEffect(() => (framed === null ? undefined : framed.release), [framed]);
  const url = image.kind === "chosen" ? image.url : null;
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
}
