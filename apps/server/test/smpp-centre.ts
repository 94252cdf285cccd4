import smpp, { type Pdu, type Session } from "smpp";

export interface Submitted {
  readonly pdu: Pdu;
  readonly session: Session;
  readonly answer: (fields?: object) => void;
}

export interface CentreOptions {
  readonly password?: string;
  /** It speaks TLS alone (`smpps:`). */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

/** A message centre by the server side of node-smpp, on this machine. */
export async function startSmppCentre({ password = "secret", tls }: CentreOptions = {}) {
  const submitted: Submitted[] = [];
  const binds: Pdu[] = [];
  const sessions: Array<Session> = [];
  let ids = 0;
  let enquiries = 0;
  let isAlive = true;
  let handle = (one: Submitted): void => one.answer({ message_id: String((ids += 1)) });
  const server = smpp.createServer({ ...tls }, (session) => {
    sessions.push(session);
    session.on("error", () => undefined);
    session.on("bind_transceiver", (pdu: Pdu) => {
      binds.push(pdu);
      session.send(pdu.response({ command_status: pdu.password === password ? 0 : 0x0e, system_id: "centre" }));
    });
    session.on("enquire_link", (pdu: Pdu) => {
      enquiries += 1;
      if (isAlive) session.send(pdu.response());
    });
    session.on("submit_sm", (pdu: Pdu) => {
      const one = { pdu, session, answer: (fields: object = {}) => void session.send(pdu.response(fields)) };
      submitted.push(one);
      handle(one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const at = server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  const last = () => {
    const session = sessions.at(-1);
    if (session === undefined) throw new Error("nobody is connected");
    return session;
  };
  return {
    url: `${tls === undefined ? "smpp" : "smpps"}://callpanel:${password}@127.0.0.1:${port}`,
    submitted,
    binds,
    sessions,
    port,
    last,
    enquiries: () => enquiries,
    /** A dead centre answers nothing, and its socket stays open. */
    setAlive: (alive: boolean) => void (isAlive = alive),
    handleWith: (next: typeof handle) => void (handle = next),
    /** @returns the status with which we answer */
    deliver: (params: object): Promise<number> =>
      new Promise((resolve) => {
        last().send(new smpp.PDU("deliver_sm", params), ({ command_status: status }) => resolve(status));
      }),
    stop: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type SmppCentre = Awaited<ReturnType<typeof startSmppCentre>>;
