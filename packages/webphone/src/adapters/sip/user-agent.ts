/** The user agent on @callpanel/sip: one stack over one socket that reconnects by itself. */
import { createSipStack, event, screenRequest, toTag } from "@callpanel/sip";
import type { ServerTransaction, SipConnection, SipRequest, SipStack } from "@callpanel/sip";
import type { Later } from "../../later.ts";
import { readMessageSummary } from "../../model/mailbox.ts";
import type { Clock } from "../../ports/clock.port.ts";
import type { CreateUserAgent, UserAgentEvent } from "../../ports/user-agent.port.ts";
import { ALLOW, createAccount, METHODS, random, SDP } from "./account/account.ts";
import type { Account } from "./account/account.ts";
import type { CallGround } from "./call/ground.ts";
import { createProxySocket } from "./account/proxy-socket.ts";
import type { OpenSocket } from "./account/proxy-socket.ts";
import { outside, publish } from "./account/publish.ts";
import { createRegistrar } from "./account/registrar.ts";
import { createSender } from "./account/sender.ts";
import { createLaterSipCalls } from "./later-sip-calls.ts";
import type { SipCallCode } from "./later-sip-calls.ts";
import type { SipCalls } from "./sip-calls.ts";

/** How long the connection waits for the answers to the last BYEs before it closes. */
const CLOSE_WAIT_MS = 1_000;
const CLOSE_CHECK_MS = 50;

export interface SipAgentDeps {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly callCode: Later<SipCallCode>;
}

export function createSipAgent({ callCode, ...deps }: SipAgentDeps): CreateUserAgent {
  const { clock } = deps;
  return (settings, onEvent) => {
    const account = createAccount(settings);
    const calls = new Set<{ terminate(): void }>();
    const line = createLine({
      ...deps,
      proxies: settings.proxies,
      account,
      isUrgent: () => calls.size > 0,
      onRequest: (transaction) => receive(transaction),
      onEvent: (what) => (what === "connected" ? connected() : disconnected()),
    });
    const { stack } = line;
    const sender = createSender({
      stack,
      connection: line.connection,
      username: account.address.user ?? "",
      realm: settings.realm,
      ha1: settings.ha1,
    });
    let postponed: readonly (() => void)[] = [];
    let stopped = false;

    const registrar = createRegistrar({
      account,
      sender,
      clock,
      onEvent: (what) => {
        if (what.kind === "registered") {
          const due = postponed;
          postponed = [];
          for (const run of due) run();
        }
        onEvent(what);
      },
    });
    const ground: CallGround = {
      clock,
      account,
      pcConfig: () => ({ iceServers: [...settings.iceServers()], bundlePolicy: "max-bundle" }),
      learnsCandidates: () => registrar.learnsCandidates(),
      send: sender.send,
      acknowledge: (ack) => {
        const over = line.connection();
        if (over) stack.acknowledge(over, ack);
      },
      whenConnected: (run) => {
        if (line.connection()) run();
        else postponed = [...postponed, run];
      },
      onOpened: (call) => void calls.add(call),
      onClosed: (call) => void calls.delete(call),
    };
    const connected = (): void => {
      onEvent({ kind: "connected" });
      if (!stopped) registrar.register();
    };
    const disconnected = (): void => {
      onEvent({ kind: "disconnected" });
      registrar.lost();
    };
    const sipCalls = createLaterSipCalls({
      callCode,
      ground,
      onIncoming: (call) => onEvent({ kind: "incoming", call }),
    });
    const receive = createReceiver({ account, calls: sipCalls, onEvent });
    const disconnect = (): void => {
      const was = line.connection() !== undefined;
      line.close();
      if (was) disconnected();
    };
    const close = (left: number): void => {
      if (left <= 0 || stack.counts().clientTransactions === 0) return disconnect();
      clock.setTimeout(() => close(left - CLOSE_CHECK_MS), CLOSE_CHECK_MS);
    };

    return {
      start: () => {
        stopped = false;
        line.open();
      },
      register: () => {
        if (line.connection()) registrar.register();
      },
      useHa1: sender.useHa1,
      unregister: () => registrar.unregister(),
      reconnect: () => line.reconnect(),
      sendOptions: (done) => {
        const make = outside(account, {
          method: "OPTIONS",
          uri: account.registrar,
          headers: [["Accept", SDP], ...account.common],
        });
        sender.send(make, {
          onFailure: () => done("failed"),
          onResponse: ({ status }) => {
            if (status >= 200) done(provesLife(status) ? "answered" : "failed");
          },
        });
      },
      call: sipCalls.dial,
      publish: (publication) => publish(sender, account, publication),
      stop: () => {
        if (stopped) return;
        stopped = true;
        for (const call of calls) call.terminate();
        if (registrar.isRegistered()) registrar.unregister();
        close(CLOSE_WAIT_MS);
      },
    };
  };
}

/** Any answer of the registrar's own proves the way there and back; 408 and 5xx come from a proxy that lost it. */
const provesLife = (statusCode: number): boolean => statusCode < 500 && statusCode !== 408;

interface LineParts extends Omit<Parameters<typeof createProxySocket>[0], "clock"> {
  readonly clock: Clock;
  readonly account: Account;
  onRequest(transaction: ServerTransaction): void;
  onEvent(what: "connected" | "disconnected"): void;
}

interface Line {
  readonly stack: SipStack;
  connection(): SipConnection | undefined;
  open(): void;
  reconnect(): void;
  close(): void;
}

/** The stack and its current connection: a new one after each disconnect. */
function createLine({ account, onRequest, onEvent, clock, ...parts }: LineParts): Line {
  let connection: SipConnection | undefined;
  let opened = 0;
  const leave = (): void => {
    const left = connection;
    connection = undefined;
    if (left) stack.connectionClosed(left);
  };
  const socket = createProxySocket(
    { ...parts, clock },
    {
      connected: () => {
        opened += 1;
        connection = {
          id: String(opened),
          remoteAddress: "",
          send: (text) => socket.send(text),
          close: () => socket.reconnect(),
        };
        onEvent("connected");
      },
      disconnected: () => {
        leave();
        onEvent("disconnected");
      },
      received: (data) => {
        if (connection) stack.receive(connection, typeof data === "string" ? data : new Uint8Array(data));
      },
    },
  );
  const stack = createSipStack({ clock, random, via: { transport: socket.transport, host: account.host }, onRequest });
  return {
    stack,
    connection: () => connection,
    open: () => socket.connect(),
    reconnect: () => socket.reconnect(),
    close: () => {
      socket.disconnect();
      leave();
    },
  };
}

const SUPPORTS = {
  methods: METHODS,
  schemes: ["sip", "sips"],
  extensions: ["replaces", "outbound", "ice"],
  contentTypes: { INVITE: [SDP], UPDATE: [SDP] },
};

interface ReceiverParts {
  readonly account: Account;
  readonly calls: SipCalls;
  onEvent(event: UserAgentEvent): void;
}

/** Where a request of the phone system goes: to its dialog, or it begins something. */
function createReceiver({ account, calls, onEvent }: ReceiverParts): (transaction: ServerTransaction) => void {
  const isForUs = ({ uri }: SipRequest): boolean =>
    uri.kind !== "sip" ||
    uri.user === account.address.user ||
    (account.contact.uri.kind === "sip" && uri.user === account.contact.uri.user);
  const notify = (transaction: ServerTransaction): void => {
    if (event(transaction.request)?.value !== "message-summary")
      return void transaction.respond(489, { headers: [["Allow-Events", "message-summary"]] });
    transaction.respond(200);
    const mailbox = readMessageSummary(transaction.request.body);
    if (mailbox) onEvent({ kind: "messageWaiting", ...mailbox });
  };
  return (transaction) => {
    const { request } = transaction;
    const refusal = screenRequest(request, SUPPORTS);
    if (refusal) return void transaction.respond(refusal.status, { headers: refusal.headers });
    if (!isForUs(request)) return void transaction.respond(404);
    if (toTag(request) !== undefined) return calls.receive(transaction);
    if (request.method === "INVITE") return calls.invite(transaction);
    if (request.method === "NOTIFY") return notify(transaction);
    if (request.method === "OPTIONS") return void transaction.respond(200, { headers: [ALLOW, ["Accept", SDP]] });
    transaction.respond(
      request.method === "BYE" || request.method === "UPDATE" || request.method === "INFO" ? 481 : 405,
      { headers: [ALLOW] },
    );
  };
}
