/**
 * Keeps the line alive: registers, proves the connection every 90 s, reconnects after two silent keepalives, tries a
 * failed registration again, and signs off within its time limits (spec 1 §4, spec 2 §9).
 */
import { DISCONNECT_WAIT_MS, OPTIONS_EVERY_MS, RECONNECT_DELAY_MS, UNREGISTER_WAIT_MS } from "@callpanel/contract";
import type { Line, LineAction } from "../model/line.ts";
import { isLineDead, stepLine } from "../model/line.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { RegistrationFailure, UserAgent, UserAgentEvent } from "../ports/user-agent.port.ts";
import { probeByOptions } from "./options-probe.ts";

/** A keepalive without an answer after this time is a failure; SIP alone would wait 32 s (RFC 3261 timer F). */
const OPTIONS_ANSWER_MS = 10_000;
/** The page has just become active and the user may be looking: a probe decides sooner. */
const PROBE_ANSWER_MS = 3_000;
/** A probe that takes longer than this is visible: the phone reads `Connecting` until it is answered. */
export const DOUBT_SHOWN_MS = 500;
/** A new connection without an answer to the registration for this long is dropped for another. */
export const REGISTER_ANSWER_MS = 10_000;

export interface Registration {
  line(): Line;
  /** Fed with every event of the user agent. */
  handle(event: Exclude<UserAgentEvent, { readonly kind: "incoming" | "messageWaiting" }>): void;
  start(): void;
  probe(): void;
  /** Unregisters, then disconnects, each waiting at most 6 s. */
  stop(): Promise<void>;
}

export interface RegistrationDeps {
  readonly agent: UserAgent;
  readonly clock: Clock;
  /** After each change; `lost` when the connection was. */
  readonly onLine: (what: "changed" | "lost") => void;
  /** A registration was refused or timed out; reported once until the next success. */
  readonly onFailure: (failure: RegistrationFailure) => void;
}

export function createRegistration({ agent, clock, onLine, onFailure }: RegistrationDeps): Registration {
  let line: Line = { phase: "off" };
  let cancelTimer = (): void => undefined;
  let isFailureReported = false;
  let probing = false;
  let onUnregistered = (): void => undefined;
  let onDisconnected = (): void => undefined;

  const step = (action: LineAction): void => {
    const next = stepLine(line, action);
    if (next === line) return;
    line = next;
    onLine(action === "disconnected" ? "lost" : "changed");
  };
  const later = (run: () => void, ms: number): void => {
    cancelTimer();
    cancelTimer = clock.setTimeout(run, ms);
  };

  const keepAlive = (): void =>
    probeByOptions({ agent, clock, deadlineMs: OPTIONS_ANSWER_MS }, (outcome) => {
      if (line.phase !== "registered") return;
      step(outcome === "answered" ? "optionsAnswered" : "optionsMissed");
      if (isLineDead(line)) agent.reconnect();
      else later(keepAlive, OPTIONS_EVERY_MS);
    });

  const failed = (failure: RegistrationFailure): void => {
    step("registrationFailed");
    if (line.phase !== "connected") return;
    later(() => agent.register(), isTemporary(failure) ? RECONNECT_DELAY_MS : OPTIONS_EVERY_MS);
    if (isFailureReported) return;
    isFailureReported = true;
    onFailure(failure);
  };

  const handle: Registration["handle"] = (event) => {
    switch (event.kind) {
      case "connected":
        step("connected");
        return later(() => {
          if (line.phase === "connected" && line.registration === "trying") agent.reconnect();
        }, REGISTER_ANSWER_MS);
      case "disconnected":
        cancelTimer();
        step("disconnected");
        return onDisconnected();
      case "registered":
        isFailureReported = false;
        step("registered");
        if (line.phase === "registered") later(keepAlive, OPTIONS_EVERY_MS);
        return;
      case "unregistered":
        return onUnregistered();
      case "registrationFailed":
        return failed(event.failure);
    }
  };

  return {
    line: () => line,
    handle,
    start: () => {
      step("start");
      try {
        agent.start();
      } catch (error) {
        step("stop");
        step("stopped");
        throw error;
      }
    },
    probe: () => {
      if (line.phase === "connecting") return agent.reconnect();
      if (line.phase === "connected" && line.registration === "refused") agent.register();
      if ((line.phase !== "connected" && line.phase !== "registered") || probing) return;
      probing = true;
      const cancelDoubt = clock.setTimeout(() => step("doubted"), DOUBT_SHOWN_MS);
      probeByOptions({ agent, clock, deadlineMs: PROBE_ANSWER_MS }, (outcome) => {
        probing = false;
        cancelDoubt();
        if (line.phase !== "connected" && line.phase !== "registered") return;
        if (outcome === "failed") agent.reconnect();
        else step("optionsAnswered");
      });
    },
    stop: async () => {
      if (line.phase === "off" || line.phase === "stopping") return;
      const wasRegistered = line.phase === "registered";
      const wasConnected = line.phase !== "connecting";
      cancelTimer();
      step("stop");
      if (wasRegistered) {
        await within(clock, UNREGISTER_WAIT_MS, (done) => {
          onUnregistered = done;
          onDisconnected = done; // a lost connection unregisters too
          agent.unregister();
        });
      }
      await within(clock, DISCONNECT_WAIT_MS, (done) => {
        onDisconnected = done;
        agent.stop();
        if (!wasConnected) done();
      });
      step("stopped");
    },
  };
}

/** No answer, or the registrar's own trouble: worth another try soon. A refusal is not. */
function isTemporary({ statusCode }: RegistrationFailure): boolean {
  return statusCode === undefined || statusCode === 408 || statusCode >= 500;
}

/** Resolves when it is done, or after this time. */
async function within(clock: Clock, ms: number, begin: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = clock.setTimeout(resolve, ms);
    begin(() => {
      cancel();
      resolve();
    });
  });
}
