import type { PictureEncoders } from "../../adapters/pictures/index.ts";
import { createChat, type Chat } from "../../modules/chat/index.ts";
import type { Kernel } from "../kernel.ts";

/** Chat at this server. Devices that were connected to a server that ended are forgotten. */
export function openChat(kernel: Kernel, { message: draw }: Pick<PictureEncoders, "message">): Chat {
  const { stores, servers, leftovers, shutdown, log } = kernel;
  const chat = createChat({
    ...kernel,
    store: stores.chat,
    presenceStore: stores.chatPresence,
    draw,
    serverId: () => servers.id,
    log: log("chat"),
  });
  leftovers.inDatabase(chat.presences.forgetServer);
  shutdown.add(chat.stop);
  return chat;
}
