import type { PictureEncoders } from "../../adapters/pictures/index.ts";
import { CALL_LINE_JOB, createChat, voicemailLine, type Chat } from "../../modules/chat/index.ts";
import type { MailboxFeed } from "../../modules/voicemail/index.ts";
import type { Jobs } from "../../kernel/jobs/jobs.ts";
import type { Log } from "../../kernel/log.ts";
import type { Kernel } from "../kernel.ts";
import type { Boards } from "../boards.ts";

/** CHAT-75: a line of a conversation is written by a job, which outlives this server. */
export function addLine(
  { jobs, log }: { readonly jobs: Pick<Jobs, "add">; readonly log: (area: string) => Log },
  line: NonNullable<ReturnType<typeof voicemailLine>>,
): void {
  jobs
    .add(CALL_LINE_JOB, line)
    .catch((error: unknown) => log("chat").error("a call has no line in its conversation", { err: error }));
}

/** Chat at this server. Devices that were connected to a server that ended are forgotten. */
export function openChat(
  kernel: Kernel,
  {
    encoders,
    presenceBoard,
    voicemails,
  }: {
    readonly encoders: Pick<PictureEncoders, "message">;
    readonly voicemails: Pick<MailboxFeed, "onLeft">;
  } & Pick<Boards, "presenceBoard">,
): Chat {
  const { stores, servers, leftovers, shutdown, log } = kernel;
  const chat = createChat({
    ...kernel,
    store: stores.chat,
    presenceStore: stores.chatPresence,
    users: stores.users,
    draw: encoders.message,
    keepLimits: async (realmId) => (await stores.realmSettings.of(realmId)).company.keep,
    serverId: () => servers.id,
    log: log("chat"),
  });
  leftovers.inDatabase(chat.presences.forgetServer);
  // CHAT-73: of all telephones, also those on the desk.
  const stop = presenceBoard.subscribe(({ after: { userId, calls } }) =>
    chat.presences.talks(userId, calls.filter(({ state }) => state === "answered").length),
  );
  shutdown.add(stop);
  shutdown.add(
    voicemails.onLeft((message) => {
      const line = voicemailLine(message);
      if (line !== undefined) addLine(kernel, line);
    }),
  );
  shutdown.add(chat.stop);
  return chat;
}
