import type { PictureEncoders } from "../../adapters/pictures/index.ts";
import { createChat, type Chat } from "../../modules/chat/index.ts";
import type { Kernel } from "../kernel.ts";
import type { Boards } from "../boards.ts";

/** Chat at this server. Devices that were connected to a server that ended are forgotten. */
export function openChat(
  kernel: Kernel,
  {
    encoders,
    presenceBoard,
  }: {
    readonly encoders: Pick<PictureEncoders, "message">;
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
  shutdown.add(chat.stop);
  return chat;
}
