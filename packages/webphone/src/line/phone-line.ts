/** The user agent and its registration, created at each start. */
import { phoneStateOf, statusOf } from "../model/line.ts";
import type { Mailbox } from "../model/mailbox.ts";
import type { Line } from "../model/line.ts";
import type { Clock } from "../ports/clock.port.ts";
import type {
  CreateUserAgent,
  IncomingCall,
  RegistrationFailure,
  UserAgent,
  UserAgentEvent,
  UserAgentSettings,
} from "../ports/user-agent.port.ts";
import type { PhoneState, SipStatus } from "../webphone.ts";
import type { Registration } from "./registration.ts";
import { createRegistration } from "./registration.ts";

export interface WebphoneLine {
  phase(): Line["phase"];
  status(): SipStatus;
  state(): PhoneState;
  agent(): UserAgent | undefined;
  /** Connects and registers. Throws what the user agent says about settings it cannot use. */
  open(settings: UserAgentSettings): void;
  probe(): void;
  /** Unregisters and disconnects; see Registration. */
  close(): Promise<void>;
}

export interface WebphoneLineDeps {
  readonly createUserAgent: CreateUserAgent;
  readonly clock: Clock;
  /** The credentials to use when the registrar no longer accepts the current ones. */
  readonly renewHa1?: (() => Promise<string>) | undefined;
  readonly onIncoming: (call: IncomingCall) => void;
  readonly onMailbox: (mailbox: Mailbox) => void;
  /** After each change of the line; `lost` when the connection was. */
  readonly onChange: (what: "changed" | "lost") => void;
  readonly onFailure: (failure: RegistrationFailure) => void;
}

const OFF: Line = { phase: "off" };

export function createWebphoneLine(deps: WebphoneLineDeps): WebphoneLine {
  const { createUserAgent, clock, renewHa1, onIncoming, onMailbox, onChange, onFailure } = deps;
  let agent: UserAgent | undefined;
  let registration: Registration | undefined;
  const line = (): Line => registration?.line() ?? OFF;

  return {
    phase: () => line().phase,
    status: () => statusOf(line()),
    state: () => phoneStateOf(line()),
    agent: () => agent,
    open: (settings) => {
      const own: { registration?: Registration } = {}; // late messages of a closed agent are not the next one's
      let ha1 = settings.ha1;
      let renewal: "possible" | "done" = renewHa1 === undefined ? "done" : "possible";
      /** PHONE-130: until it is known whether there is another, the registration is still being tried. */
      const renew = async (refused: Unproved): Promise<void> => {
        renewal = "done";
        const next = await renewHa1?.().catch(() => ha1);
        if (next === undefined || next === ha1) return own.registration?.handle(refused);
        ha1 = next;
        made.useHa1(next);
        made.register();
      };
      const made = createUserAgent(settings, (event) => {
        if (event.kind === "incoming") onIncoming(event.call);
        else if (event.kind === "messageWaiting") onMailbox(event);
        else if (renewal === "possible" && isUnproved(event)) void renew(event);
        else own.registration?.handle(event);
        if (event.kind === "registered" && renewHa1 !== undefined) renewal = "possible";
      });
      agent = made;
      own.registration = createRegistration({ agent: made, clock, onLine: onChange, onFailure });
      registration = own.registration;
      registration.start();
    },
    probe: () => registration?.probe(),
    close: async () => registration?.stop(),
  };
}

type Unproved = UserAgentEvent & { readonly kind: "registrationFailed" };

/** The registrar does not accept these credentials (RFC 3261 §22.2). */
const isUnproved = (event: UserAgentEvent): event is Unproved =>
  event.kind === "registrationFailed" && event.failure.statusCode === 401;
