import { SMTPServer } from "smtp-server";

/** A mail server on its own port, with responses set by the test. */
export interface PostOffice {
  readonly url: string;
  readonly mails: Array<{ readonly from: string; readonly to: readonly string[]; readonly text: string }>;
  /** Responses to the next messages; 250 when the list is empty. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const mails: Array<{ from: string; to: readonly string[]; text: string }> = [];
  const answers: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true, // no name server is asked
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const responseCode = answers.shift() ?? 250;
        if (responseCode !== 250) return done(Object.assign(new Error("not now, bob@example.com"), { responseCode }));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString("utf8") });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answers,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
