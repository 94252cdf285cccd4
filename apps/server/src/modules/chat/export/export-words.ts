import type { Locale } from "@callpanel/contract";

/** Texts of an exported page, in the language of who exports it. */
export interface ExportWords {
  readonly exported: string;
  readonly members: string;
  readonly owner: string;
  readonly edited: string;
  readonly pinned: string;
  readonly deleted: string;
  readonly deletedPerson: string;
  readonly end: string;
}

const ENGLISH: ExportWords = {
  exported: "Exported by",
  members: "Members",
  owner: "owner",
  edited: "edited",
  pinned: "pinned",
  deleted: "This message was deleted",
  deletedPerson: "Deleted person",
  end: "End of the conversation",
};

const FRENCH: ExportWords = {
  exported: "Exporté par",
  members: "Membres",
  owner: "propriétaire",
  edited: "modifié",
  pinned: "épinglé",
  deleted: "Ce message a été supprimé",
  deletedPerson: "Personne supprimée",
  end: "Fin de la conversation",
};

export const exportWords = (locale: Locale): ExportWords => (locale === "fr-CA" ? FRENCH : ENGLISH);
