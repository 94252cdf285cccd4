/**
 * Draws attention to a ringing phone: the title of the tab flashes, and a hidden tab shows a notification. A hidden tab also
 * shows a notification of missed calls and new messages.
 */
import type { CallSnapshot, EndReason, Webphone, WebphoneEvent } from "@callpanel/webphone";
import type { Clock } from "../../../shared/clock.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Words } from "../../../shared/words/words.ts";
import type { NumberNames } from "../../../shared/phone/numberNames.ts";
import type { NoteAction, SystemNote } from "../../../shared/notices/systemNote.ts";
import type { Page } from "./browserPage.ts";
import type { Personal } from "../personal.store.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { cameNow, isOffered, peerNow } from "../softphone.model.ts";

export const TITLE_FLASH_MS = 1_000;

export interface AttentionDeps {
  readonly phone: Webphone;
  readonly clock: Clock;
  readonly page: Page;
  readonly words: Readable<Words>;
  readonly personal: Readable<Personal>;
  readonly numberNames: NumberNames;
  readonly unreadVoicemail: Readable<number>;
  /** The notification was clicked, or one of its buttons. */
  readonly onShow: () => void;
  readonly onAnswer: (callId: string) => void;
  readonly onReject: (callId: string) => void;
}

/** @returns a stop function, which also restores the title */
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
  /** ADDRESS-22: the address book may know the caller; a notification that is shown is then shown again with the name. */
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
    if (event.kind !== "incomingCall" || !page.isHidden()) return;
    if (event.autoAnswer && deps.personal.get().answersIntercom) return;
    if (phone.getSnapshot().place !== "here") return; // the tab that has the phone notifies
    if (deps.personal.get().notifications.enabled) notes.set(event.call.id, page.notify(noteOf(deps, event.call)));
  });
  const leaveNews = announceNews(deps);
  look();
  return () => {
    leave();
    deafen();
    leaveNews();
    title.show(null);
    forget(notes, []);
    forget(lookUps, []);
  };
}

/** ACCOUNT-46: notifications of past events are shown for the time that the person has set. */
function showForAWhile({ page, clock, personal }: AttentionDeps, note: Omit<SystemNote, "lasts">): () => void {
  const close = page.notify({ ...note, lasts: false });
  const cancel = clock.setTimeout(close, personal.get().notifications.timeout);
  return () => {
    cancel();
    close();
  };
}

const incomingText = ({ words, numberNames }: AttentionDeps, call: CallSnapshot) =>
  words.get().text(softphoneMessages, "softphone.call.announce", {
    peer: peerNow(words.get(), numberNames, call),
  });

const noteOf = (deps: AttentionDeps, call: CallSnapshot) => ({
  title: peerNow(deps.words.get(), deps.numberNames, call),
  body: [
    deps.words.get().text(softphoneMessages, "softphone.call.incoming"),
    peerNow(deps.words.get(), deps.numberNames, call) === call.number ? "" : call.number,
    cameNow(deps.words.get(), call) ?? "",
  ]
    .filter(Boolean)
    .join(" · "),
  tag: `call-${call.id}`,
  lasts: true,
  actions: [
    { action: "answer", title: deps.words.get().text(softphoneMessages, "softphone.note.answer") } as const,
    { action: "reject", title: deps.words.get().text(softphoneMessages, "softphone.call.reject") } as const,
  ],
  onClick: deps.onShow,
  onAction: (action: NoteAction) => (action === "answer" ? deps.onAnswer(call.id) : deps.onReject(call.id)),
});

/** Long enough for the count of unread messages at page load to arrive. */
const FIRST_COUNT_MS = 10_000;

/** SOFT-51: a hidden page notifies of missed calls and of new messages. @returns a stop function */
function announceNews(deps: AttentionDeps): () => void {
  const { phone, page, clock, words, unreadVoicemail } = deps;
  const shown = new Map<string, () => void>();
  const tell = (tag: string, title: string, body: string) => {
    if (!page.isHidden() || phone.getSnapshot().place !== "here" || !deps.personal.get().notifications.enabled) return;
    shown.get(tag)?.();
    shown.set(tag, showForAWhile(deps, { tag, title, body, onClick: deps.onShow }));
  };
  const text = (id: keyof typeof softphoneMessages, values?: Record<string, number>) =>
    words.get().text(softphoneMessages, id, values);
  const deafen = phone.onEvent((event) => {
    if (event.kind !== "callEnded" || !wasMissed(event)) return;
    const { call } = event;
    const peer = peerNow(words.get(), deps.numberNames, call);
    const number = peer === call.number ? "" : call.number;
    tell(`missed-${call.id}`, peer, [text("softphone.note.missed"), number].filter(Boolean).join(" · "));
  });
  const startedAt = clock.now();
  let known = unreadVoicemail.get();
  const leave = unreadVoicemail.subscribe(() => {
    const before = known;
    known = unreadVoicemail.get();
    if (known <= before || clock.now() - startedAt < FIRST_COUNT_MS) return;
    tell("voicemail", text("softphone.note.voicemail"), text("softphone.unread", { count: known }));
  });
  return () => {
    deafen();
    leave();
    for (const close of shown.values()) close();
  };
}

/** It rang here, and neither this person nor another of their devices answered it. */
const wasMissed = ({ call, reason }: Extract<WebphoneEvent, { readonly kind: "callEnded" }>): boolean =>
  call.direction === "in" && call.answeredAt === undefined && MISSED.has(reason);
const MISSED: ReadonlySet<EndReason> = new Set(["canceled", "no-answer", "remote", "lost"]);

/** Alternates between a text and the current title of the page. */
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
