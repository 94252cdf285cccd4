/** Composes the softphone around a webphone. The browser is reached only through `page`. */
import type { MicrophoneMeter, Webphone } from "@callpanel/webphone";
import { Suspense } from "react";
import type { ReactNode } from "react";
import type { Shortcut } from "../../shared/shortcuts.ts";
import type { PhoneKeys, Softphone, SoftphoneButton, SoftphoneDeps } from "../../shared/phone/softphone.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import { startAttention } from "./page/attention.ts";
import { CallBar } from "./call/CallBar.tsx";
import { joinPushedAnswer } from "./incoming/pushedAnswer.ts";
import { joinDivertedCalls } from "./page/divertedCalls.ts";
import { createMicrophone } from "./page/microphone.ts";
import { createOwnParked, joinParked } from "./pane/parked.ts";
import { CALL_PARTS, LazySignOutQuestion } from "./lazyParts.ts";
import type { Page } from "./page/browserPage.ts";
import { joinPublishing } from "./page/publishing.ts";
import { createPersonal } from "./personal.store.ts";
import { createRecordings } from "./call/recording/recordings.store.ts";
import { joinScreenPop } from "./page/screenPop.ts";
import { createDebounced } from "../../shared/search/debounce.ts";
import { createSoftphoneActions } from "./softphone.actions.ts";
import type { SoftphoneActions } from "./softphone.actions.ts";
import { SETTLE_MS } from "../../shared/phone/send/destination.ts";
import { SoftphoneContext } from "./softphone.context.ts";
import type { SoftphoneServices } from "./softphone.context.ts";
import { joinPhoneEvents } from "./softphone.events.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { buttonOf, isOffered } from "./softphone.model.ts";
import type { SoftphoneState } from "./softphone.model.ts";
import { createSoftphoneStore } from "./softphone.store.ts";
import { LazyHome, SoftphonePanel } from "./pane/SoftphonePanel.tsx";
import { preloadLater } from "../../shared/preloading.ts";
import { createSecondTicker } from "../../shared/ticker.ts";
import { createThreeWayStore } from "./three-way/people.store.ts";
import { watchPage } from "./page/watchPage.ts";

export type SoftphoneParts = Omit<SoftphoneDeps, "sip" | "onWithdrawn"> & {
  readonly phone: Webphone;
  readonly meter: MicrophoneMeter;
  readonly keys: PhoneKeys;
  readonly page: Page;
  /** What the phone needs for calls (PHONE-160). */
  readonly loadCallCode: () => Promise<unknown>;
  /** Returns this many random digits. */
  readonly digits: (count: number) => string;
};

/** Starts the phone. `stop` ends it and removes all listeners. */
export function composeSoftphone(parts: SoftphoneParts): Softphone {
  const { phone, page, clock, storage, viewer, dock } = parts;
  const store = createSoftphoneStore({ storage, username: viewer.user.username });
  const recordings = createRecordings({
    events: parts.events,
    own: parts.liveBuddies.of(viewer.user.extension),
  });
  const personal = createPersonal(parts);
  const microphone = createMicrophone(page);
  const threeWay = createThreeWayStore(parts);
  const actions = createSoftphoneActions({ ...parts, store, recordings, microphone, threeWay });
  const shortcuts = shortcutsOf(actions);
  const mini = createStore<Window | null, Window | null>(null, (_, place) => place);
  const ownParked = createOwnParked(parts);
  const settled = (pick: (state: SoftphoneState) => string) =>
    createDebounced({ get: () => pick(store.get()), subscribe: store.subscribe }, { clock, afterMs: SETTLE_MS });
  const services: SoftphoneServices = {
    phone,
    store,
    actions,
    clock,
    viewer,
    featureCodes: parts.featureCodes,
    dock,
    placeOfDock: page.placeOfDock,
    api: parts.api,
    events: parts.events,
    liveBuddies: parts.liveBuddies,
    liveParking: parts.liveParking,
    liveQueues: parts.liveQueues,
    moving: parts.moving,
    numberNames: parts.numberNames,
    contactDesk: parts.contactDesk,
    noteDrafts: parts.noteDrafts,
    unreadVoicemail: parts.unreadVoicemail,
    reachability: parts.reachability,
    microphone,
    welcome: parts.welcome,
    mini,
    shortcuts,
    recordings,
    threeWay,
    ownParked,
    second: createSecondTicker(clock),
    settledField: settled(({ field }) => field),
    settledSearch: settled(({ contactSearch }) => contactSearch),
  };
  const stops = [
    joinPhoneEvents({ ...parts, store, personal }),
    joinParked({ ...parts, own: ownParked, retrieve: actions.dial }),
    startAttention({
      ...parts,
      personal,
      onShow: dock.open,
      onAnswer: actions.answer,
      onReject: actions.reject,
    }),
    joinPushedAnswer({ ...parts, answer: actions.answer }),
    joinScreenPop({ ...parts, personal }),
    personal.stop,
    microphone.stop,
    watchPage({ phone, page, clock }),
    page.onBack(() => store.dispatch({ type: "dialogClosed" })),
    recordings.stop,
    joinDivertedCalls(parts),
    threeWay.stop,
    joinPublishing({ phone, own: parts.liveBuddies.of(viewer.user.extension) }),
    preloadLater([parts.loadCallCode, ...CALL_PARTS], parts),
  ];
  phone.start();
  // If this fails, drawing it tries again.
  if (dock.get()) LazyHome.preload().catch(() => undefined);

  const within = (part: ReactNode) => <SoftphoneContext value={services}>{part}</SoftphoneContext>;
  return {
    button: buttonStore(phone),
    calls: { get: () => phone.getSnapshot().calls, subscribe: phone.subscribe },
    Panel: ({ onClose }) => within(<SoftphonePanel onClose={onClose} />),
    CallBar: ({ onOpen }) => within(<CallBar onOpen={onOpen} />),
    isTalking: () => phone.getSnapshot().calls.some((call) => !isOffered(call)),
    SignOutQuestion: (props) =>
      within(
        <Suspense fallback={null}>
          <LazySignOutQuestion.Part {...props} />
        </Suspense>,
      ),
    microphone,
    phone,
    meter: parts.meter,
    keys: parts.keys,
    dial: actions.dial,
    listen: actions.listen,
    show(number) {
      store.dispatch({ type: "numberGiven", number });
      dock.open();
    },
    openKeypad() {
      if (phone.getSnapshot().calls.length === 0 && store.get().pane !== "dialPad") actions.togglePane("dialPad");
      dock.open();
    },
    shortcuts,
    stop(why) {
      if (why !== undefined) parts.notices.error(parts.words.get().text(softphoneMessages, "softphone.withdrawn"));
      mini.get()?.close();
      for (const stop of stops) stop();
      void phone.stop();
    },
  };
}

/** Returns the same object while nothing changes, as a snapshot must. */
function buttonStore(phone: Webphone): Readable<SoftphoneButton> {
  let last: SoftphoneButton | null = null;
  return {
    get() {
      const { state, calls, missedCount } = phone.getSnapshot();
      const next = buttonOf(state, calls, missedCount);
      if (last?.status !== next.status || last.call !== next.call || last.missedCount !== next.missedCount) last = next;
      return last;
    },
    subscribe: phone.subscribe,
  };
}

function shortcutsOf(actions: SoftphoneActions): readonly Shortcut[] {
  const shortcut = (id: keyof typeof softphoneMessages, letter: string, run: () => void): Shortcut => ({
    id,
    letter,
    label: (words) => words.text(softphoneMessages, id),
    run,
  });
  return [
    shortcut("softphone.key.answer", "A", actions.answerNext),
    shortcut("softphone.key.hangUp", "E", actions.hangUpOpen),
    shortcut("softphone.key.hold", "H", actions.holdOpen),
    shortcut("softphone.key.mute", "M", actions.muteOpen),
    shortcut("softphone.key.transfer", "T", actions.transferOpen),
  ];
}
