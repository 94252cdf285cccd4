import type { UiFlag } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { PanelServices } from "../panel.ts";
import type { Words } from "../words/words.ts";

/** One thing that the command palette can do or show (SHELL-26). */
export interface Found {
  /** Unique within its feature. */
  readonly id: string;
  readonly label: string;
  /** What it is, where it is, or when it was. */
  readonly detail?: string;
  /** An address of the panel, or what to do. */
  readonly go: string | (() => void);
}

export interface FindRequest {
  readonly panel: PanelServices;
  readonly client: QueryClient;
  readonly words: Words;
  /** Without spaces around it. */
  readonly text: string;
  readonly signal: AbortSignal;
}

/** What a feature finds for a text, the best first. Rejects if the server refuses. */
export type Find = (request: FindRequest) => Promise<readonly Found[]>;

/** How a feature takes part in the search of the command palette. */
export interface Finder {
  /** For people with one of these flags. */
  readonly needs: readonly UiFlag[];
  /** Loaded with the first search. */
  readonly load: () => Promise<Find>;
}

/** Rows of each kind: the palette is for one hit, pages have the whole list. */
export const MOST_FOUND = 5;
