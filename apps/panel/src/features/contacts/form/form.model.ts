/** The state of the open contact form: values, visited fields and tabs, and refusals by the server. */
import type { ErrorSay } from "../../../shared/api/api.ts";
import type { ChosenPicture } from "../../pictures/index.ts";
import { isChanged, stepDraft } from "./draft.model.ts";
import type { DraftAction, FormDraft } from "./draft.model.ts";
import { FORM_TABS, faultsOf, tabOf } from "./rules.model.ts";
import type { Faults, FieldId, FormTab } from "./rules.model.ts";

/** The change of the picture: keep (also if there is none), remove or replace. */
export type FormImage =
  | { readonly kind: "kept" }
  | { readonly kind: "removed" }
  /** `url` shows it until it is saved. */
  | { readonly kind: "chosen"; readonly blob: Blob; readonly url: string };

/** The view of the dialog: the form, a picture being cropped, or the question whether to leave. */
export type FormView =
  | { readonly kind: "writing" }
  | { readonly kind: "framing"; readonly picture: ChosenPicture }
  | { readonly kind: "leaving" };

export interface FormState {
  readonly before: FormDraft;
  readonly draft: FormDraft;
  readonly image: FormImage;
  readonly tab: FormTab;
  /** Fields that were left once, so that their errors are shown. */
  readonly seen: ReadonlySet<FieldId>;
  /** Tabs that were left once. */
  readonly seenTabs: ReadonlySet<FormTab>;
  /** What the server refused, until it is changed. */
  readonly refused: Faults;
  readonly error: ErrorSay | null;
  readonly view: FormView;
}

export type FormAction =
  | { readonly type: "written"; readonly action: DraftAction; readonly field: FieldId }
  | { readonly type: "fieldLeft"; readonly field: FieldId }
  | { readonly type: "tabChosen"; readonly tab: FormTab }
  | { readonly type: "pictureOpened"; readonly picture: ChosenPicture }
  | { readonly type: "imageSet"; readonly image: FormImage }
  | { readonly type: "refused"; readonly error: ErrorSay; readonly faults: Faults }
  | { readonly type: "saveBegun" }
  | { readonly type: "leaveAsked" }
  | { readonly type: "returned" };

export const openForm = (draft: FormDraft): FormState => ({
  before: draft,
  draft,
  image: { kind: "kept" },
  tab: "main",
  seen: new Set(),
  seenTabs: new Set(),
  refused: new Map(),
  error: null,
  view: { kind: "writing" },
});

const WRITING: FormView = { kind: "writing" };

export function stepForm(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "written":
      return { ...state, draft: stepDraft(state.draft, action.action), refused: without(state.refused, action.field) };
    case "fieldLeft":
      return state.seen.has(action.field) ? state : { ...state, seen: new Set(state.seen).add(action.field) };
    case "tabChosen":
      return { ...state, tab: action.tab, seenTabs: new Set(state.seenTabs).add(state.tab) };
    case "pictureOpened":
      return { ...state, view: { kind: "framing", picture: action.picture }, error: null };
    case "imageSet":
      return { ...state, image: action.image, view: WRITING, refused: without(state.refused, "image") };
    case "refused": {
      const tab = [...action.faults.keys()].map(tabOf);
      return {
        ...state,
        view: WRITING,
        error: action.error,
        refused: action.faults,
        tab: tab.includes(state.tab) ? state.tab : (FORM_TABS.find((one) => tab.includes(one)) ?? state.tab),
      };
    }
    // ADDRESS-8: empty e-mail lines are removed before saving, and when the form is left.
    case "saveBegun":
      return { ...state, draft: stepDraft(state.draft, { type: "emptyEmailsRemoved" }), error: null };
    case "leaveAsked":
      return {
        ...state,
        draft: stepDraft(state.draft, { type: "emptyEmailsRemoved" }),
        view: { kind: "leaving" },
      };
    case "returned":
      return { ...state, view: WRITING };
  }
}

/** ADDRESS-12: whether leaving would lose changes. */
export const isFormChanged = ({ before, draft, image }: FormState): boolean =>
  image.kind !== "kept" || isChanged(before, draft);

export const isValid = ({ draft }: FormState): boolean => faultsOf(draft).size === 0;

/** The errors to show now: of fields and tabs that were left, and refusals by the server. */
export function shownFaults({ draft, seen, seenTabs, refused }: FormState): Faults {
  const shown = new Map(refused);
  for (const [field, code] of faultsOf(draft))
    if (seen.has(field) || seenTabs.has(tabOf(field))) shown.set(field, code);
  return shown;
}

function without(faults: Faults, field: FieldId): Faults {
  if (!faults.has(field)) return faults;
  const left = new Map(faults);
  left.delete(field);
  return left;
}
