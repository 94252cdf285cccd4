import { defineService } from "../../shared/service.ts";
import { createStore } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";

/** The id of the chosen sub-account; null: the viewer. It stays chosen until the person signs out. */
export type ChosenSubject = Store<number | null, number | null>;

export const createChosenSubject = (): ChosenSubject =>
  createStore<number | null, number | null>(null, (_, next) => next);

export const CHOSEN_SUBJECT = defineService<ChosenSubject>("the person of the settings");
