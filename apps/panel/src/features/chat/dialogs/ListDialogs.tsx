import type { ListTab } from "../chat.model.ts";
import { CompanyKeepDialog } from "../records/CompanyKeepDialog.tsx";
import { BrowseDialog } from "./BrowseDialog.tsx";
import { NewDialog } from "./NewDialog.tsx";
import { PeopleDrawer } from "./PeopleDrawer.tsx";
import { SavedDialog } from "./SavedDialog.tsx";
import { ThreadsDialog } from "./ThreadsDialog.tsx";

export type ListDialog = "new" | "browse" | "people" | "saved" | "threads" | "keeping";

export interface ListDialogsProps {
  readonly dialog: ListDialog;
  /** The tab from which it was opened. */
  readonly type: ListTab;
  readonly onClose: () => void;
}

/** What the list of conversations opens; loaded with the first of them. */
export function ListDialogs({ dialog, type, onClose }: ListDialogsProps) {
  switch (dialog) {
    case "new":
      return <NewDialog type={type} onClose={onClose} />;
    case "browse":
      return <BrowseDialog onClose={onClose} />;
    case "people":
      return <PeopleDrawer onClose={onClose} />;
    case "saved":
      return <SavedDialog onClose={onClose} />;
    case "threads":
      return <ThreadsDialog onClose={onClose} />;
    case "keeping":
      return <CompanyKeepDialog onClose={onClose} />;
  }
}
