import { act } from "@testing-library/react";
import type { SystemNote } from "../../../shared/notices/systemNote.ts";
import type { MicrophoneState } from "../../../shared/phone/reachability.ts";
import type { Page } from "../page/browserPage.ts";

/** The browser's page around the softphone: its title, its notes, its windows, its microphone. */
export interface FakePage extends Page {
  title: string;
  hidden: boolean;
  place: "beside" | "over" | "full";
  /** Notes on the screen. */
  readonly notes: SystemNote[];
  /** Addresses to open in a window; with `blocks` the browser opens none. */
  readonly windows: string[];
  blocks: boolean;
  /** The browser reports the microphone permission. */
  showsMicrophone: (state: MicrophoneState) => void;
  /** Whether closing the page would ask. */
  asksOnLeaving(): boolean;
  happens(what: "left" | "returned" | "awake" | "gesture" | "back"): void;
}

export function createFakePage(place: FakePage["place"]): FakePage {
  const listeners = new Map<string, Set<() => void>>();
  const guards = new Set<() => boolean>();
  const on = (what: string, run: () => void) => {
    const all = listeners.get(what) ?? new Set();
    listeners.set(what, all.add(run));
    return () => void all.delete(run);
  };
  const page: FakePage = {
    title: "Buddies",
    hidden: false,
    place,
    notes: [],
    windows: [],
    blocks: false,
    showsMicrophone: () => undefined,
    getTitle: () => page.title,
    setTitle(title) {
      page.title = title;
    },
    isHidden: () => page.hidden,
    placeOfDock: () => page.place,
    isDialing: () => document.activeElement?.hasAttribute("data-dial-field") === true,
    notify(note) {
      page.notes.push(note);
      return () => {
        const at = page.notes.indexOf(note);
        if (at >= 0) page.notes.splice(at, 1);
      };
    },
    openWindow(url) {
      page.windows.push(url);
      return !page.blocks;
    },
    guardLeaving: (holds) => (guards.add(holds), () => void guards.delete(holds)),
    onLeaving(listener) {
      const stops = [on("left", () => listener("left")), on("returned", () => listener("returned"))];
      return () => {
        for (const stop of stops) stop();
      };
    },
    onAwake: (listener) => on("awake", listener),
    onBack: (listener) => on("back", listener),
    watchMicrophone(listener) {
      page.showsMicrophone = (state) => act(() => listener(state));
      return () => undefined;
    },
    tryMicrophone: async () => "granted",
    onGesture: (listener) => on("gesture", listener),
    asksOnLeaving: () => [...guards].some((holds) => holds()),
    happens(what) {
      for (const run of listeners.get(what) ?? []) run();
    },
  };
  return page;
}
