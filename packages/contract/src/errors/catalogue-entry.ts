/**
 * An error of the catalogue: its text in en-US and the HTTP status of a response with it. A text alone is an error of the panel,
 * or one whose response has the status 400.
 */
export type CatalogueEntry = string | { readonly status: number; readonly text: string };

const USUAL_STATUS = 400;

export const entryText = (entry: CatalogueEntry): string => (typeof entry === "string" ? entry : entry.text);

export const entryStatus = (entry: CatalogueEntry): number => (typeof entry === "string" ? USUAL_STATUS : entry.status);
