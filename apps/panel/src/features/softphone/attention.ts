/** Draws a person's attention to a ringing phone: the tab's title flashes, and a hidden tab shows a notification. */
import type { CallSnapshot, Webphone } from "@callpanel/webphone";
import type { Clock } from "../../shared/clock.ts";
import type { Readable } from "../../shared/store.ts";
import type { Words } from "../../shared/words/words.ts";
import type { NumberNames } from "../../shared/numberNames.ts";
import type { Page, PageNote } from "./page.ts";
import type { Personal } from "./personal.store.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { isOffered, peerNow } from "./softphone.model.ts";

export const TITLE_FLASH_MS = 1_000;

export interface AttentionDeps {
  readonly phone: Webphone;
  readonly clock: Clock;
  readonly page: Page;
  readonly words: Readable<Words>;
  readonly personal: Readable<Personal>;
  readonly numberNames: NumberNames;
  /** The notification was clicked. */
  readonly onShow: () => void;
}

/** @returns how to stop; the title is then what it was */
export function startAttention(deps: AttentionDeps): () => void {
  const { phone, page } = deps;
  const title = createTitleFlash(deps);
  const notes = new Map<string, () => void>();
  const lookUps = new Map<string, () => void>();
  const forget = (held: Map<string, () => void>, offered: readonly CallSnapshot[]) => {
    for (const [callId, close] of held) {
      if (offered.some(({ id }) => id === callId)) continue;
      held.delete(callId);
      close();
    }
  };
  /** ADDRESS-22: the address book may know who calls; a note that is shown is then shown anew. */
  const lookUp = (call: CallSnapshot) => {
    if (call.name !== "" || lookUps.has(call.id)) return;
    const named = deps.numberNames.of(call.number).subscribe(() => {
      look();
      if (notes.has(call.id)) notes.set(call.id, page.notify(noteOf(deps, call)));
    });
    lookUps.set(call.id, named);
  };

  const look = () => {
    const { calls, place } = phone.getSnapshot();
    const offered = place === "here" ? calls.filter(isOffered) : [];
    forget(notes, offered);
    forget(lookUps, offered);
    for (const call of offered) lookUp(call);
    const newest = offered[0];
    title.show(newest ? incomingText(deps, newest) : null);
  };
  const leave = phone.subscribe(look);
  const deafen = phone.onEvent((event) => {
    if (event.kind !== "incomingCall" || event.autoAnswer || !page.isHidden()) return;
    if (phone.getSnapshot().place !== "here") return; // the tab that has the phone tells
    const { enabled, timeout } = deps.personal.get().notifications;
    if (!enabled) return;
    notes.set(event.call.id, showFor(deps, noteOf(deps, event.call), timeout));
  });
  look();
  return () => {
    leave();
    deafen();
    title.show(null);
    forget(notes, []);
    forget(lookUps, []);
  };
}

/** ACCOUNT-46: shown for as long as the person wants; gone earlier when the call is. */
function showFor({ page, clock }: AttentionDeps, note: PageNote, ms: number): () => void {
  const close = page.notify(note);
  const cancel = clock.setTimeout(close, ms);
  return () => {
    cancel();
    close();
  };
}

const incomingText = ({ words, numberNames }: AttentionDeps, call: CallSnapshot) =>
  words.get().text(softphoneMessages, "softphone.call.announce", {
    peer: peerNow(numberNames, call),
  });

const noteOf = (deps: AttentionDeps, call: CallSnapshot) => ({
  title: peerNow(deps.numberNames, call),
  body: [
    deps.words.get().text(softphoneMessages, "softphone.call.incoming"),
    peerNow(deps.numberNames, call) === call.number ? "" : call.number,
  ]
    .filter(Boolean)
    .join(" · "),
  tag: `call-${call.id}`,
  onClick: deps.onShow,
});

/** Alternates between a text and the title that the page gives itself meanwhile. */
function createTitleFlash({ clock, page }: Pick<AttentionDeps, "clock" | "page">) {
  let text: string | null = null;
  let own = "";
  let flashed = "";
  let cancel: (() => void) | null = null;

  const noticeOwn = () => {
    if (page.getTitle() !== flashed) own = page.getTitle();
  };
  const turn = () => {
    noticeOwn();
    const flashing = page.getTitle() === flashed && flashed !== "";
    flashed = flashing || text === null ? "" : text;
    page.setTitle(flashed === "" ? own : flashed);
    cancel = clock.setTimeout(turn, TITLE_FLASH_MS);
  };
  return {
    show(next: string | null) {
      if (next === text) return;
      text = next;
      if (next !== null && cancel === null) turn();
      if (next !== null || cancel === null) return;
      cancel();
      cancel = null;
      noticeOwn();
      if (flashed !== "") page.setTitle(own);
      flashed = "";
    },
  };
}
