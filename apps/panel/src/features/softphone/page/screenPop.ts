/** Opens the page for a call (POP-1 to POP-6): once per call, in the tab that has the phone. */
import { SCREEN_POP_NOTICE_MS, SCREEN_POP_URL_CHARS } from "@callpanel/contract";
import type { ScreenPop } from "@callpanel/contract";
import type { CallSnapshot, Webphone } from "@callpanel/webphone";
import type { Notices } from "../../../shared/notices/notices.ts";
import { filledUrl, isAllowedPopUrl, popOf } from "../../../shared/phone/screenPop.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import type { Words } from "../../../shared/words/words.ts";
import type { Page } from "./browserPage.ts";
import type { PersonalStore } from "../personal.store.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { peerOf } from "../softphone.model.ts";

export interface ScreenPopDeps {
  readonly phone: Webphone;
  readonly personal: PersonalStore;
  readonly page: Pick<Page, "openWindow">;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly viewer: Viewer;
}

/** @returns a stop function */
export function joinScreenPop(deps: ScreenPopDeps): () => void {
  const { phone, personal, notices, words } = deps;
  const popped = new Set<string>();

  const offer = async (call: CallSnapshot, at: ScreenPop["trigger"]): Promise<void> => {
    if (phone.getSnapshot().place !== "here" || popped.has(call.id)) return;
    await personal.settled();
    const known = knownOf(call, deps.viewer);
    const pop = popOf(personal.get().screenPop, known, (trigger) => {
      if (at === "ringing") notices.error(words.get().error("screenpop.trigger", { trigger }));
    });
    if (pop?.trigger !== at || popped.has(call.id)) return;
    popped.add(call.id);
    const url = filledUrl(pop.url, known);
    if (url === null) return;
    // POP-7
    if (!isAllowedPopUrl(url, deps.viewer.sip?.screen_pop_origins ?? null)) {
      notices.error(words.get().error("screenpop.origin", { origin: new URL(url).origin }));
      return;
    }
    if (!deps.page.openWindow(url)) showBlocked(deps, call, url);
  };

  return phone.onEvent((event) => {
    if (event.kind === "incomingCall") void offer(event.call, "ringing");
    if (event.kind === "callAnswered" && event.call.direction === "in") void offer(event.call, "answered");
    if (event.kind === "callEnded") popped.delete(event.call.id);
  });
}

const knownOf = (call: CallSnapshot, { user }: Viewer) => ({
  number: call.number,
  name: call.name,
  extension: user.extension,
  callId: call.sipCallId ?? call.id,
  headers: call.headers ?? {},
});

/** POP-5: browsers block windows that were not opened by a click; the notice has a link to click. */
function showBlocked({ notices, words }: ScreenPopDeps, call: CallSnapshot, url: string): void {
  const text = words.get().text(softphoneMessages, "softphone.pop.blocked", { peer: peerOf(call) });
  const label = url.length > SCREEN_POP_URL_CHARS ? `${url.slice(0, SCREEN_POP_URL_CHARS)}…` : url;
  notices.error(text, { action: { label, href: url }, forMs: SCREEN_POP_NOTICE_MS });
}
