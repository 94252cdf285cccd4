import smpp, { type Pdu, type Session } from "smpp";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";

export interface SmppLinkDeps {
  readonly connect: () => Session;
  /** The event of the session after which it can be bound. */
  readonly readyOn: "connect" | "secureConnect";
  readonly bind: { readonly system_id: string; readonly password: string; readonly system_type: string };
  /** Requests that wait for an answer at the same time. */
  readonly window: number;
  /** Takes what comes in. @returns the status to answer with; a rejection is answered as a temporary error */
  readonly take: (pdu: Pdu, session: number) => Promise<number>;
  /** What was answered in this session before this point has reached the centre; called with what `mark` gave before. */
  readonly confirmed: (session: number, mark: number) => void;
  readonly mark: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SmppLink {
  /** Rejects when the link is down or lost before the answer: it is not known whether the request was carried out. */
  submit(params: object): Promise<Pdu>;
  stop(): void;
}

/** SMS-62: some centres close a link after 30 s without a word. */
const ENQUIRE_EVERY_MS = 20_000;
const ANSWER_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const INTERFACE_VERSION = 0x34;
const TEMPORARY_ERROR = 0x64;

/** Keeps one link bound as a transceiver: a new one with growing waits whenever it is lost. */
export function keepSmppLink(deps: SmppLinkDeps): SmppLink {
  const { clock, log } = deps;
  let link: BoundLink | undefined;
  let current: Session | undefined;
  let failures = 0;
  let sessions = 0;
  let isStopped = false;
  let cancelRetry = (): void => undefined;
  const waiting = new Set<(link: BoundLink | undefined) => void>();
  const serveWaiting = (found: BoundLink | undefined): void => {
    const now = [...waiting];
    waiting.clear();
    for (const serve of now) serve(found);
  };

  const open = (): void => {
    const session = deps.connect();
    const number = (sessions += 1);
    current = session;
    let isOver = false;
    const asked = new Set<(error: Error) => void>();
    const lose = (reason: string): void => {
      if (isOver) return;
      isOver = true;
      link = undefined;
      cancelEnquiry();
      session.destroy();
      for (const fail of asked) fail(new Error(`the link was lost: ${reason}`));
      if (isStopped) return;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      log.warn("the link to the message centre was lost", { reason, waitMs });
      cancelRetry = clock.setTimeout(open, waitMs);
    };
    let cancelEnquiry = (): void => undefined;

    /** Trap: a dead link gives no event, so each request has its time. */
    const ask = (command: string, params: object = {}): Promise<Pdu> =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          cancel();
          asked.delete(fail);
        };
        const fail = (error: Error): void => {
          end();
          reject(error);
        };
        const cancel = clock.setTimeout(() => lose(`no answer to ${command}`), ANSWER_MS);
        asked.add(fail);
        const isSent = session.send(new smpp.PDU(command, params), (answer) => {
          end();
          resolve(answer);
        });
        if (!isSent) lose("the socket is closed");
      });
    const enquire = (): void => {
      cancelEnquiry = clock.setTimeout(() => {
        const mark = deps.mark();
        ask("enquire_link").then(
          () => {
            deps.confirmed(number, mark);
            enquire();
          },
          () => undefined,
        );
      }, ENQUIRE_EVERY_MS);
    };
    const bind = async (): Promise<void> => {
      const { command_status: status } = await ask("bind_transceiver", {
        ...deps.bind,
        interface_version: INTERFACE_VERSION,
      });
      if (status !== 0) return lose(`the sign-in was refused with ${status}`);
      failures = 0;
      link = createWindow((params) => ask("submit_sm", params), deps.window);
      log.info("the link to the message centre is up");
      enquire();
      serveWaiting(link);
    };
    // Without a listener an error would end the process.
    session.on("error", (error: Error) => lose(error.message));
    session.on("close", () => lose("closed"));
    session.on(deps.readyOn, () => void bind().catch(() => undefined));
    session.on("pdu", (pdu: Pdu) => {
      if (pdu.isResponse()) return;
      void answerTo(pdu, (one) => deps.take(one, number)).then((answer) => {
        if (!isOver) session.send(answer);
        if (pdu.command === "unbind") lose("the centre has ended it");
      });
    });
    clock.setTimeout(() => {
      if (link === undefined && current === session) lose("it could not be bound in time");
    }, ANSWER_MS);
  };
  open();

  return {
    submit: async (params) => {
      const found = link ?? (await untilBound());
      if (found === undefined) throw new Error("there is no link to the message centre");
      return found(params);
    },
    stop: () => {
      isStopped = true;
      cancelRetry();
      serveWaiting(undefined);
      if (link !== undefined) current?.send(new smpp.PDU("unbind"));
      current?.destroy();
    },
  };

  function untilBound(): Promise<BoundLink | undefined> {
    if (isStopped) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const serve = (found: BoundLink | undefined): void => {
        cancel();
        resolve(found);
      };
      const cancel = clock.setTimeout(() => {
        waiting.delete(serve);
        resolve(undefined);
      }, ANSWER_MS);
      waiting.add(serve);
    });
  }
}

type BoundLink = (params: object) => Promise<Pdu>;

/** At most `size` requests at a time; the others wait for their turn. */
function createWindow(ask: BoundLink, size: number): BoundLink {
  let open = 0;
  const turns: Array<() => void> = [];
  return async (params) => {
    if (open >= size) await new Promise<void>((resolve) => turns.push(resolve));
    open += 1;
    try {
      return await ask(params);
    } finally {
      open -= 1;
      turns.shift()?.();
    }
  };
}

async function answerTo(pdu: Pdu, take: (pdu: Pdu) => Promise<number>): Promise<Pdu> {
  if (pdu.command !== "deliver_sm") return pdu.response();
  const status = await take(pdu).catch(() => TEMPORARY_ERROR);
  return pdu.response({ command_status: status });
}
