/** The user agent on JsSIP. Files in this folder are the only ones that know the library. */
import { UA, URI } from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession";
import type { IncomingRequest, IncomingResponse } from "jssip/lib/SIPMessage";
import type { RTCSessionEvent, UnRegisteredEvent } from "jssip/lib/UA";
import type { Clock } from "../../ports/clock.port.ts";
import type {
  CreateUserAgent,
  DialogId,
  IncomingCall,
  RegistrationFailure,
  SessionListener,
} from "../../ports/user-agent.port.ts";
import { listenTo, wireSession } from "./call-session.ts";
import type { SessionGround } from "./call-session.ts";
import { farEndOf } from "./far-end.ts";
import { callerOf, screenPopHeaders, wantsAutoAnswer } from "./caller.ts";
import type { OpenSocket } from "./proxy-socket.ts";
import { readMessageSummary } from "../../model/mailbox.ts";
import { publish } from "./publish.ts";
import { createProxySocket } from "./proxy-socket.ts";

interface OptionsOutcome {
  readonly response: IncomingResponse | null;
}

declare module "jssip/lib/UA" {
  interface UA {
    /** Left out of JsSIP's own types. */
    sendOptions(
      target: URI,
      body: undefined,
      options: {
        readonly eventHandlers: { readonly succeeded: () => void; readonly failed: (event: OptionsOutcome) => void };
      },
    ): void;
  }
}

const NEVER_SECONDS = 86_400; // JsSIP's own recovery: the proxy socket does better
const NO_ANSWER_SECONDS = 180; // the phone system decides how long a call rings (RFC 3261 timer C)
/** RFC 3261 §13.3.1.4; JsSIP leaves it out of its answers, and UPDATE is not sent to a phone that does not list it. */
const ALLOW = "Allow: INVITE,ACK,CANCEL,BYE,UPDATE,OPTIONS,REFER,INFO,NOTIFY";
const AUDIO_ONLY = { audio: true, video: false };

export function createJssipAgent(deps: { readonly openSocket: OpenSocket; readonly clock: Clock }): CreateUserAgent {
  const { clock } = deps;
  return (settings, onEvent) => {
    let sessionCount = 0;
    const socket = createProxySocket({ ...deps, proxies: settings.proxies, isUrgent: () => sessionCount > 0 });
    const ua = new UA({
      sockets: [{ socket, weight: 0 }],
      uri: settings.uri,
      realm: settings.realm,
      ha1: settings.ha1,
      display_name: settings.displayName,
      user_agent: settings.userAgentName,
      session_timers: false, // spec 1 §4
      no_answer_timeout: NO_ANSWER_SECONDS,
      connection_recovery_min_interval: NEVER_SECONDS,
      connection_recovery_max_interval: NEVER_SECONDS,
    });
    const registrar = sipAddress(settings.uri, "registrar");
    const account = sipAddress(settings.uri, "account");
    const pcConfig = (): RTCConfiguration => ({ iceServers: [...settings.iceServers()], bundlePolicy: "max-bundle" });

    let farewells: readonly (() => void)[] = [];
    const ground: SessionGround = {
      clock,
      onOpened: () => {
        sessionCount += 1;
      },
      onClosed: () => {
        sessionCount -= 1;
      },
      whenConnected: (part) => {
        if (ua.isConnected()) part();
        else farewells = [...farewells, part];
      },
    };

    ua.on("connected", () => onEvent({ kind: "connected" }));
    ua.on("disconnected", () => onEvent({ kind: "disconnected" }));
    ua.on("registered", () => {
      const parting = farewells;
      farewells = [];
      for (const part of parting) part();
      onEvent({ kind: "registered" });
    });
    ua.on("unregistered", () => onEvent({ kind: "unregistered" }));
    ua.on("sipEvent", ({ request }: { readonly request: IncomingRequest }) => {
      const isSummary = /^message-summary\b/i.test(request.getHeader("Event") ?? "");
      const mailbox = isSummary ? readMessageSummary(request.body ?? "") : undefined;
      if (mailbox) onEvent({ kind: "messageWaiting", ...mailbox });
    });
    ua.on("registrationFailed", (event) => {
      const failure = registrationFailure(event);
      if (failure) onEvent({ kind: "registrationFailed", failure });
    });
    ua.on("newRTCSession", ({ originator, session, request }: RTCSessionEvent) => {
      if (`${originator}` !== "remote" || !("parseHeader" in request)) return;
      onEvent({ kind: "incoming", call: incomingCall(session, request, ground, pcConfig) });
    });

    return {
      start: () => ua.start(),
      register: () => ua.register(),
      useHa1: (ha1) => void ua.set("ha1", ha1),
      unregister: () => ua.unregister(),
      reconnect: () => socket.reconnect(),
      sendOptions: (done) =>
        ua.sendOptions(registrar, undefined, {
          eventHandlers: {
            succeeded: () => done("answered"),
            failed: ({ response }) => done(response && provesLife(response.status_code) ? "answered" : "failed"),
          },
        }),
      call: (number, microphone, listener, replacement) => {
        const wiring = wireSession(ground, listener, replacement?.direction);
        const session = ua.call(number, {
          eventHandlers: wiring.handlers,
          ...(replacement && { extraHeaders: [replacesHeader(replacement.replaces)] }),
          mediaStream: microphone,
          mediaConstraints: AUDIO_ONLY,
          pcConfig: pcConfig(),
        });
        const fromTag = session.local_identity.getParam<string>("tag");
        return wiring.bind(session, session.id.slice(0, -fromTag.length)); // JsSIP's id is Call-ID and From tag
      },
      publish: (publication) => publish(ua, account, publication),
      stop: () => ua.stop(),
    };
  };
}

function incomingCall(
  session: RTCSession,
  request: IncomingRequest,
  ground: SessionGround,
  pcConfig: () => RTCConfiguration,
): IncomingCall {
  let listener: SessionListener = () => undefined;
  const wiring = wireSession(ground, (event) => listener(event));
  listenTo(session, wiring.handlers);
  return {
    ...wiring.bind(session, request.getHeader("Call-ID")),
    ...callerOf(request),
    far: farEndOf(request),
    autoAnswer: wantsAutoAnswer(request),
    headers: screenPopHeaders(request),
    listen: (listen) => {
      listener = listen;
    },
    answer: (microphone) => {
      if (session.isEnded()) return;
      session.answer({
        mediaStream: microphone,
        mediaConstraints: AUDIO_ONLY,
        pcConfig: pcConfig(),
        extraHeaders: [ALLOW],
      });
    },
    reject: (statusCode) => {
      if (!session.isEnded()) session.terminate({ status_code: statusCode });
    },
  };
}

/** RFC 3891 §6.1: the tags as the phone system sees them, its own first. */
const replacesHeader = ({ callId, localTag, remoteTag }: DialogId): string =>
  `Replaces: ${callId};to-tag=${remoteTag};from-tag=${localTag}`;

/** The registrar is the host of the address of record, without its user. */
function sipAddress(uri: string, part: "account" | "registrar"): URI {
  const [, user = "", address = ""] = /^(?:sips?:)?(?:(.*)@)?(.*)$/.exec(uri) ?? [];
  const [, host = "", port] = /^(\[[^\]]*\]|[^:;?]*)(?::(\d+))?/.exec(address) ?? [];
  return new URI("sip", part === "account" ? user : "", host, port === undefined ? undefined : Number(port));
}

const CONNECTION_ERROR = "Connection Error";

/** Undefined when the connection was lost meanwhile: the status says so already. */
function registrationFailure({ cause, response }: UnRegisteredEvent): RegistrationFailure | undefined {
  if (`${cause}` === CONNECTION_ERROR) return undefined;
  const answer: IncomingResponse | null = response;
  return { cause: `${cause ?? "Unknown"}`, reason: answer?.reason_phrase ?? "", statusCode: answer?.status_code };
}

/** Any answer of the registrar's own proves the way there and back; 408 and 5xx come from a proxy that lost it. */
const provesLife = (statusCode: number): boolean => statusCode < 500 && statusCode !== 408;
