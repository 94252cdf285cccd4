/** The phone on ports that a test plays. */
import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import type { FeatureCode, SipConfig } from "@callpanel/contract";
import { createWebphone } from "../src/create-webphone.ts";
import { createTabbedWebphone } from "../src/tabs/tabbed-webphone.ts";
import type { NoiseFilter } from "../src/ports/noise.port.ts";
import type { Tabs } from "../src/ports/tabs.port.ts";
import type { Webphone, WebphoneEvent, WebphoneOptions } from "../src/webphone.ts";
import type { FakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import type { FarSession, FakeNetwork } from "./fake-network.ts";
import { createFakeNetwork, last } from "./fake-network.ts";
import type { FakeMicrophones, FakeSound, FakeProbe } from "./fake-ports.ts";
import { createFakeMicrophones, createFakeSound, createFakeProbe, createMapStore } from "./fake-ports.ts";
import { LOADED_CALLS } from "./loaded.ts";

export const CONFIG: SipConfig = {
  proxy: [{ url: "/sip", weight: 1 }],
  realm: "demo",
  uri: "sip:alice@demo",
  ha1: "0123456789abcdef0123456789abcdef",
  clidName: "Alice Archer",
  uaVer: "callpanel/test",
  ice_servers: [],
};

export interface Bench {
  readonly phone: Webphone;
  readonly network: FakeNetwork;
  readonly microphones: FakeMicrophones;
  readonly sound: FakeSound;
  readonly probe: FakeProbe;
  readonly clock: FakeClock;
  readonly storage: ReturnType<typeof createMapStore>;
  readonly callStorage: ReturnType<typeof createMapStore>;
  readonly events: WebphoneEvent[];
  /** Registers the phone. */
  register(): void;
  /** Dials and lets the far end answer. */
  talk(number: string): Promise<{ id: string; far: FarSession }>;
  /** A call comes in and is answered. */
  answer(number: string): Promise<{ id: string; far: FarSession }>;
}

/** A phone on fake ports, not started. */
export function createBench(
  config: Partial<SipConfig> = {},
  page: Partial<Pick<Bench, "callStorage" | "clock">> &
    Pick<WebphoneOptions, "renewHa1"> & {
      readonly tabs?: Tabs;
      readonly noise?: NoiseFilter;
      readonly callCode?: typeof LOADED_CALLS;
      readonly featureCodes?: readonly FeatureCode[];
    } = {},
): Bench {
  const network = createFakeNetwork();
  const microphones = createFakeMicrophones();
  const sound = createFakeSound();
  const { clock = createFakeClock(), callStorage = createMapStore() } = page;
  const storage = createMapStore();
  const options = {
    config: { ...CONFIG, ...config },
    username: "alice",
    extension: "101",
    featureCodes: () => page.featureCodes ?? DEFAULT_FEATURE_CODES,
    socketBase: "ws://127.0.0.1:8080",
    storage,
    callStorage,
    renewHa1: page.renewHa1,
  };
  const probe = createFakeProbe();
  const deps = {
    callCode: page.callCode ?? LOADED_CALLS,
    createUserAgent: network.create,
    microphones,
    sound,
    probe,
    clock,
    noise: page.noise,
  };
  const phone = page.tabs ? createTabbedWebphone(options, { ...deps, tabs: page.tabs }) : createWebphone(options, deps);
  const events: WebphoneEvent[] = [];
  phone.onEvent((event) => events.push(event));
  const newest = (): string => phone.getSnapshot().calls[0]?.id ?? "";
  return {
    phone,
    network,
    microphones,
    sound,
    probe,
    clock,
    storage,
    callStorage,
    events,
    register: () => {
      phone.start();
      network.says({ kind: "connected" });
      network.says({ kind: "registered" });
    },
    talk: async (number) => {
      const dialled = phone.call(number);
      await settle();
      const far = last(network);
      const { callId = "" } = await dialled;
      far.says({ kind: "ringing" });
      far.says({ kind: "accepted" });
      await settle();
      return { id: callId, far };
    },
    answer: async (number) => {
      const far = network.rings(number);
      const id = newest();
      const answered = phone.answer(id);
      await settle();
      far.says({ kind: "accepted" });
      await answered;
      return { id, far };
    },
  };
}
