/** The registration (RFC 3261 §10.2): made, refreshed before it ends, and withdrawn. */
import { contacts, createRequest, expires, header, nameAddr, sameUri, serializeNameAddr } from "@callpanel/sip";
import type { HeaderField, SipRequest, SipResponse } from "@callpanel/sip";
import type { Clock } from "../../../ports/clock.port.ts";
import type { UserAgentEvent } from "../../../ports/user-agent.port.ts";
import { ALLOW, fraction, newCallId } from "./account.ts";
import type { Account } from "./account.ts";
import { causeOf } from "./cause.ts";
import type { Sender } from "./sender.ts";

const EXPIRES_SECONDS = 600;
/** A registrar that asks for longer than a day is not followed. */
const MAX_EXPIRES_SECONDS = 86_400;
const SHORTEST_SECONDS = 10;

export interface Registrar {
  register(): void;
  unregister(): void;
  isRegistered(): boolean;
  /** PHONE-38: what the registrar said of its media. */
  learnsCandidates(): boolean;
  /** The connection is lost, and with it the registration. */
  lost(): void;
}

export interface RegistrarParts {
  readonly account: Account;
  readonly sender: Sender;
  readonly clock: Clock;
  onEvent(
    event: Extract<UserAgentEvent, { readonly kind: "registered" | "unregistered" | "registrationFailed" }>,
  ): void;
}

export function createRegistrar({ account, sender, clock, onEvent }: RegistrarParts): Registrar {
  const callId = newCallId();
  const from = account.newFrom();
  let seconds = EXPIRES_SECONDS;
  let cseq = 0;
  let registered = false;
  let learns = false;
  /** The newest request counts; undefined while none is on its way. */
  let open: object | undefined;
  let stopTimer = (): void => undefined;

  const make = (lifetime: number) => (): SipRequest =>
    createRequest({
      method: "REGISTER",
      uri: account.registrar,
      from,
      to: nameAddr(account.address),
      callId,
      cseq: (cseq += 1),
      headers: [contactOf(account, lifetime), ["Expires", String(lifetime)], ALLOW, SUPPORTED, ...account.common],
    });

  const fail = (cause: string, response: SipResponse | undefined): void => {
    const was = registered;
    registered = false;
    onEvent({
      kind: "registrationFailed",
      failure: { cause, reason: response?.reason ?? "", statusCode: response?.status },
    });
    if (was) onEvent({ kind: "unregistered" });
  };
  const accept = (response: SipResponse): void => {
    const granted = grantedSeconds(response, account) ?? seconds;
    stopTimer = clock.setTimeout(register, refreshMs(granted));
    registered = true;
    learns = (header(response, "Feature-Caps") ?? "").includes(LEARNS_CANDIDATES);
    onEvent({ kind: "registered" });
  };
  const register = (): void => {
    if (open !== undefined) return;
    stopTimer();
    const mine = (open = {});
    sender.send(make(seconds), {
      onFailure: (failure) => {
        if (mine !== open) return;
        open = undefined;
        if (failure === "timeout") fail("Request Timeout", undefined);
      },
      onResponse: (response) => {
        if (mine !== open || response.status < 200) return;
        open = undefined;
        if (response.status < 300) return accept(response);
        const longer = Number(header(response, "Min-Expires"));
        if (response.status === 423 && longer > seconds && longer <= MAX_EXPIRES_SECONDS) {
          seconds = longer;
          return register();
        }
        fail(causeOf(response.status), response);
      },
    });
  };
  return {
    register,
    isRegistered: () => registered,
    learnsCandidates: () => learns,
    unregister: () => {
      stopTimer();
      const mine = (open = {});
      const done = (): void => {
        if (mine !== open) return;
        open = undefined;
        registered = false;
        onEvent({ kind: "unregistered" });
      };
      sender.send(make(0), { onFailure: done, onResponse: ({ status }) => (status < 200 ? undefined : done()) });
    },
    lost: () => {
      stopTimer();
      open = undefined;
      if (!registered) return;
      registered = false;
      onEvent({ kind: "unregistered" });
    },
  };
}

/** A capability of our own (RFC 6809 §4.2): the media of the phone system is ICE lite, and takes peer reflexive candidates. */
const LEARNS_CANDIDATES = "+g.callpanel.ice-lite";

const SUPPORTED: HeaderField = ["Supported", "path,outbound"];

/** RFC 5626 §4.2: the instance and the flow. */
const contactOf = ({ contact, instance }: Account, lifetime: number): HeaderField => [
  "Contact",
  `${serializeNameAddr(contact)};+sip.ice;reg-id=1;+sip.instance="${instance}";expires=${lifetime}`,
];

/** What the registrar granted to this contact. */
function grantedSeconds(response: SipResponse, { contact }: Account): number | undefined {
  const all = contacts(response);
  const own = all === "*" ? undefined : all.find(({ uri }) => sameUri(uri, contact.uri));
  const granted = Number(own?.params.get("expires") ?? expires(response) ?? Number.NaN);
  return Number.isInteger(granted) && granted > 0 ? Math.max(granted, SHORTEST_SECONDS) : undefined;
}

/** Between a half and nine tenths of the time, so that phones that began together do not refresh together. */
const refreshMs = (granted: number): number =>
  Math.round(Math.min(granted, MAX_EXPIRES_SECONDS) * 1_000 * (0.5 + 0.4 * fraction()));
