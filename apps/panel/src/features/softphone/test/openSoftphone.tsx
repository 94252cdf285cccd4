/** The real softphone on a fake webphone, rendered as the shell renders it. */
import { createFakeClock } from "@callpanel/testkit/fake-clock";
import type { FakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import type { FakeWebphone } from "@callpanel/testkit/fake-webphone";
import { DEFAULT_FEATURE_CODES, mergePermissions, searchPhoneNumbers, uiFlags } from "@callpanel/contract";
import type { FeatureCode, ParkedCall, PhoneNumber, Rights, SipConfig, QueueCaller } from "@callpanel/contract";
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, configure, render, screen, within } from "@testing-library/react";
import type { BoundFunctions, queries } from "@testing-library/react";
import { ApiError } from "../../../shared/api/api.ts";
import { loadNumberRules } from "../../../shared/phone/useNumberText.ts";
import type { Api } from "../../../shared/api/api.ts";
import { createNotices } from "../../../shared/notices/notices.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import type { Command, EventsMessage, LiveEvents } from "../../../shared/live/events.ts";
import type { LiveBuddies, LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import type { Reachability } from "../../../shared/phone/reachability.ts";
import type { ParkedCalls } from "../../../shared/live/liveParking.ts";
import type { ContactDesk, ContactTask } from "../../../shared/contactDesk.ts";
import { createNoteDrafts } from "../../../shared/phone/notes/noteDrafts.ts";
import type { NumberName } from "../../../shared/phone/numberNames.ts";
import type { Dock, Softphone } from "../../../shared/phone/softphone.ts";
import type { PanelWorker } from "../../../shared/panelWorker.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore, useSnapshot } from "../../../shared/store.ts";
import type { WelcomeDesk } from "../../../shared/welcome.ts";
import type { Viewer } from "../../../shared/viewer.ts";
import { createWords } from "../../../shared/words/words.ts";
import { elementError } from "../../../../test/elementError.ts";
import { NO_LINES } from "../../../../test/fakeQueues.ts";
import { createMoving } from "../../moving/index.ts";
import { CALL_PARTS } from "../lazyParts.ts";
import { LazyHome } from "../pane/SoftphonePanel.tsx";
import { composeSoftphone } from "../softphone.compose.tsx";
import { createFakePage, type FakePage } from "./fakePage.ts";

configure({ getElementError: elementError });

export interface Opened {
  readonly phone: FakeWebphone;
  readonly clock: FakeClock;
  readonly page: FakePage;
  readonly dock: Dock;
  readonly notices: Notices;
  readonly softphone: Softphone;
  readonly storage: TextStorage;
  /** Searches that were sent to the server. */
  readonly searches: string[];
  /** Commands that were sent to the phone system, and its response; a thrown error is a refusal. */
  readonly commands: Command[];
  /** The live state of colleagues and of this person. */
  readonly shows: (exten: string, live: LiveBuddy) => void;
  /** The events about all people. */
  readonly tells: (message: EventsMessage) => void;
  /** Sets the number of unread messages. */
  readonly hasUnread: (count: number) => void;
  /** The text of the status. */
  readonly reaches: (status: Reachability["status"]) => void;
  /** Sets the parked calls. */
  readonly parks: (...calls: readonly ParkedCall[]) => void;
  /** Gives the address book a name for a number. */
  readonly knows: (number: string, name: string) => void;
  /** The numbers looked up in the address book. */
  readonly contactTask: () => ContactTask | null;
  readonly region: () => BoundFunctions<typeof queries>;
  readonly call: (peer: string | RegExp) => HTMLElement;
  /** The notices that were shown, newest first. */
  readonly told: () => readonly string[];
}

export interface OpenOptions {
  readonly featureCodes?: readonly FeatureCode[];
  readonly dock?: "open" | "closed";
  readonly place?: FakePage["place"];
  readonly storage?: TextStorage;
  readonly numbers?: readonly PhoneNumber[];
  readonly api?: "works" | "fails";
  readonly rights?: Rights;
  /** The walk through the first settings. */
  readonly welcome?: "offered";
  readonly unread?: number;
  /** The caller of a queue who rings Alice's phone. */
  readonly rungFor?: QueueCaller;
  readonly user?: Partial<Viewer["user"]>;
  readonly screenPopOrigins?: string[];
  /** Responses by the path of the contract: the person's settings. */
  readonly personal?: Readonly<Record<string, unknown>>;
  /** Answers requests before all else; undefined: not this one. */
  readonly takes?: (endpoint: { readonly method: string; readonly path: string }, input: object) => unknown;
  readonly answer?: (command: Command) => unknown;
  /** The service worker; by default the browser has none. */
  readonly worker?: Pick<PanelWorker, "takeAnswered" | "onAnswered">;
}

// The lazy code is loaded, as it is a moment after the start: a call is rendered immediately.
await Promise.all([...CALL_PARTS.map((load) => load()), LazyHome.preload(), loadNumberRules()]);

// Responses are rendered as soon as they arrive, not after a timer: no test sleeps.
notifyManager.setScheduler(queueMicrotask);

export function openSoftphone(options: OpenOptions = {}): Opened {
  const clock = createFakeClock();
  const { featureCodes = DEFAULT_FEATURE_CODES } = options;
  const phone = createFakeWebphone({ now: clock.now, featureCodes });
  const notices = createNotices({ clock });
  const page = createFakePage(options.place ?? "beside");
  const opened = createStore<boolean, boolean>(options.dock !== "closed", (_, next) => next);
  const dock: Dock = { ...opened, open: () => opened.dispatch(true), close: () => opened.dispatch(false) };
  const rights = options.rights ?? VIEWER.rights;
  const storage = options.storage ?? createFakeStorage();
  const searches: string[] = [];
  const commands: Command[] = [];
  const office = createStore<ReadonlyMap<string, LiveBuddy>, readonly [string, LiveBuddy]>(
    new Map(),
    (before, [exten, live]) => new Map(before).set(exten, live),
  );
  const words = createStore(createWords(), (same) => same);
  const { events, tell } = createFakeEvents((command) => {
    commands.push(command);
    return options.answer?.(command);
  });
  const liveBuddies: LiveBuddies = {
    of: (exten) => ({ get: () => office.get().get(exten) ?? null, subscribe: office.subscribe }),
    liveness: createStore({ kind: "live" }, (state) => state),
    changes: createStore(0, (count) => count),
  };
  const names = createStore<ReadonlyMap<string, NumberName>, readonly [string, string]>(
    new Map(),
    (before, [number, name]) => new Map(before).set(number, { name, company: "", imageUrl: null }),
  );
  const contactDesk: ContactDesk = createStore<ContactTask | null, ContactTask | null>(null, (_, next) => next);
  const parking = createStore<ParkedCalls | null, readonly ParkedCall[]>(
    new Map(),
    (_, calls) => new Map(calls.map((call) => [call.space, call])),
  );
  const unread = createStore<number, number>(options.unread ?? 0, (_, next) => next);
  const reachability = createStore<Reachability, Reachability>(
    { status: "ready", reasons: [], asksMicrophone: false },
    (_, next) => next,
  );
  const welcome = createWelcomeDesk(options);
  const moving = createMoving({
    events,
    liveQueues: NO_LINES,
    liveBuddies,
    notices,
    words,
    clock,
    mover: () => rights && { rights, exten: "101" },
  });
  const softphone = composeSoftphone({
    featureCodes: { get: () => featureCodes, subscribe: () => () => undefined },
    api: createFakeApi(options, searches),
    clock,
    notices,
    storage,
    events,
    liveBuddies,
    liveParking: { get: parking.get, subscribe: parking.subscribe },
    liveQueues: { rungFor: () => ({ get: () => options.rungFor ?? null, subscribe: () => () => undefined }) },
    moving,
    numberNames: {
      of: (number) => ({ get: () => names.get().get(number) ?? null, subscribe: names.subscribe }),
      refresh: () => undefined,
    },
    contactDesk,
    noteDrafts: createNoteDrafts(),
    dock,
    reachability,
    welcome,
    unreadVoicemail: unread,
    onMessageWaiting: (count) => unread.dispatch(count),
    phone,
    meter: { start: () => () => undefined },
    keys: { headsets: async () => undefined },
    page,
    loadCallCode: async () => undefined,
    digits: (count) => "12345678".slice(0, count),
    viewer: viewerOf(options, rights),
    words,
    whenIdle: () => () => undefined,
    loadWorker: async () => options.worker,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Shell() {
    const isOpen = useSnapshot(dock);
    return (
      <QueryClientProvider client={client}>
        <textarea aria-label="Note" />
        <section aria-label="Softphone" hidden={!isOpen}>
          <softphone.Panel onClose={dock.close} />
        </section>
        {isOpen ? null : <softphone.CallBar onOpen={dock.open} />}
      </QueryClientProvider>
    );
  }
  prepare();
  render(<Shell />);
  return {
    phone,
    hasUnread: (count) => act(() => unread.dispatch(count)),
    reaches: (status) => act(() => reachability.dispatch({ status, reasons: [], asksMicrophone: false })),
    clock,
    page,
    dock,
    notices,
    softphone,
    storage,
    searches,
    commands,
    shows: (exten, live) => act(() => office.dispatch([exten, live])),
    tells: (message) => act(() => tell(message)),
    region: () => within(screen.getByRole("region", { name: "Softphone" })),
    call: (peer) => screen.getByRole("group", { name: typeof peer === "string" ? `Call with ${peer}` : peer }),
    parks: (...calls) => act(() => parking.dispatch(calls)),
    knows: (number, name) => act(() => names.dispatch([number, name])),
    contactTask: contactDesk.get,
    told: () => notices.get().map(({ text }) => text),
  };
}

const viewerOf = ({ user, screenPopOrigins }: OpenOptions, rights: Rights): Viewer => ({
  ...VIEWER,
  user: { ...VIEWER.user, ...user },
  rights,
  flags: uiFlags(rights),
  sip: screenPopOrigins === undefined ? null : { ...SIP, screen_pop_origins: screenPopOrigins },
});

/** jsdom has no layout: this replaces what dialogs need from the screen. */
function prepare(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
}

/** Advances the clock and renders the effects. */
export async function pass(clock: FakeClock, ms: number): Promise<void> {
  await act(async () => clock.advance(ms));
}

export const person = (phoneNumber: string, name: string, username = "someone"): PhoneNumber => ({
  phoneNumber,
  label: "extension",
  name,
  username,
  hasImage: false,
  imageUrl: null,
  contactID: null,
});

export const PEOPLE: readonly PhoneNumber[] = [
  person("101", "Alice Archer", "alice"),
  person("102", "Bob Brandt", "bob"),
  person("103", "Carol Chen", "carol"),
  { ...person("600", "Support"), label: "queue", username: null },
  { ...person("*43", "feature_code"), label: "echo", username: null },
  { ...person("*45", "feature_code"), label: "agentlogin", username: null },
  { ...person("701", "parking"), label: "Main", username: null },
];

export function createFakeStorage(): TextStorage {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    watch: () => () => undefined,
  };
}

function createFakeApi({ numbers = PEOPLE, api, personal = {}, takes }: OpenOptions, searches: string[]): Api {
  const answer = (search: string) => {
    const data = numbers.filter((entry) =>
      [entry.phoneNumber, entry.name, entry.username, entry.label]
        .join(" ")
        .toLowerCase()
        .includes(search.toLowerCase()),
    );
    return { total: data.length, data };
  };
  return {
    call: async (endpoint, input) => {
      if (api === "fails") throw new ApiError({ kind: "unreachable" });
      const query: unknown = "query" in input ? input.query : undefined;
      const search = typeof query === "object" && query !== null && "search" in query ? String(query.search) : "";
      if (endpoint.path === searchPhoneNumbers.path) searches.push(search);
      const own = takes?.(endpoint, input) ?? personal[endpoint.path];
      const parsed = endpoint.response.safeParse(own ?? answer(search));
      if (!parsed.success) throw new ApiError({ kind: "unreadable", detail: parsed.error.message });
      return parsed.data;
    },
  };
}

function createFakeEvents(answer: (command: Command) => unknown) {
  const listeners = new Set<(message: EventsMessage) => void>();
  const events: LiveEvents = {
    get: () => ({ phase: "open" }),
    subscribe: () => () => undefined,
    listen: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    command: async (command) => answer(command),
  };
  const tell = (message: EventsMessage) => {
    for (const listener of listeners) listener(message);
  };
  return { events, tell };
}

function createWelcomeDesk({ welcome }: OpenOptions): WelcomeDesk {
  const offer = createStore<boolean, boolean>(welcome === "offered", (_, next) => next);
  return {
    get: () => (offer.get() ? OFFERED : NOT_OFFERED),
    subscribe: offer.subscribe,
    open: () => undefined,
    hide: () => undefined,
    finish: () => offer.dispatch(false),
  };
}

const OFFERED = { isOffered: true, isOpen: false } as const;
const NOT_OFFERED = { isOffered: false, isOpen: false } as const;

const SIP: SipConfig = {
  proxy: [],
  realm: "demo",
  uri: "sip:alice@demo",
  ha1: "",
  clidName: "Alice Archer",
  uaVer: "callpanel",
  ice_servers: [],
};
const VIEWER: Viewer = {
  user: {
    id: 1,
    subscriberId: 1,
    firstName: "Alice",
    lastName: "Archer",
    username: "alice",
    extension: "101",
    company: "Demo",
    dids: [],
    email: "alice@example.com",
    realm: "demo",
    realmId: 1,
    authLevel: "user",
    parentRealm: null,
    pictureProfileUrl: null,
    rocketUsername: null,
    emergency_callerid_callback_profile_id: null,
    emergency_callerid_dispatchable_location_id: null,
  },
  rights: mergePermissions([{ module: "active_calls", rule: "read" }]),
  flags: uiFlags(mergePermissions([])),
  sip: null,
  featureCodes: DEFAULT_FEATURE_CODES,
  parkingLots: null,
  licences: new Map(),
  video: null,
};
