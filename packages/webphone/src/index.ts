export * from "./webphone.ts";
export { createWebphone } from "./create-webphone.ts";
export type { WebphoneDeps } from "./create-webphone.ts";
export { createTabbedWebphone } from "./tabs/tabbed-webphone.ts";
export type { TabbedDeps } from "./tabs/tabbed-webphone.ts";
export type { Tabs } from "./ports/tabs.port.ts";
export { createBrowserTabs } from "./adapters/browser/browser-tabs.ts";
export { createMicrophoneMeter } from "./check/meter.ts";
export type { MeterReading, MicrophoneMeter } from "./check/meter.ts";
export type { Clock } from "./ports/clock.port.ts";
export { MicrophoneError } from "./ports/microphone.port.ts";
export type { DeviceList, MicrophoneFault, Microphones } from "./ports/microphone.port.ts";
export type { NoiseFault, NoiseFilter, NoiseWiring } from "./ports/noise.port.ts";
export type { Sound, Tone } from "./ports/sound.port.ts";
export type {
  CallEnd,
  CallSession,
  CreateUserAgent,
  IncomingCall,
  ReferEvent,
  ReferListener,
  RegistrationFailure,
  SessionEvent,
  SessionListener,
  SipProxy,
  UserAgent,
  UserAgentEvent,
  UserAgentSettings,
} from "./ports/user-agent.port.ts";
export { createBrowserDeps, createLocalStore, createSessionStore } from "./adapters/browser/browser-deps.ts";
