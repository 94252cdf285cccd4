import { defineService } from "./service.ts";
import type { Readable } from "./store.ts";

/** The walk through the first settings of a person's phone (docs/spec/welcome.md). */
export interface WelcomeState {
  /** Until the person has walked through it, or has declined, in this browser. */
  readonly isOffered: boolean;
  readonly isOpen: boolean;
}

export interface WelcomeDesk extends Readable<WelcomeState> {
  open(): void;
  /** For a while, to open a page; it stays offered. */
  hide(): void;
  /** It is done or declined: never offered again. */
  finish(): void;
}

export const WELCOME = defineService<WelcomeDesk>("welcome");
