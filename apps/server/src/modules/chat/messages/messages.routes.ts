import { AppError, CHAT_LIMITS, endpoints, type ChatDraft } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { attachment, type ServeSound } from "../../../kernel/http/serve-sound.ts";
import { takeForms } from "../../../kernel/http/upload.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { ChatFacts } from "../chat.facts.ts";
import type { ChatStore, StoredDraft } from "../chat.store.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { Rooms } from "../rooms/rooms.service.ts";
import { readHistory } from "./history.ts";
import { inRooms, searchMessages } from "./search.ts";

export interface MessageRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly store: ChatStore;
  readonly rooms: Rooms;
  readonly files: ChatFiles;
  readonly facts: Pick<ChatFacts, "draft">;
  readonly serveSound: ServeSound;
}

const presentDraft = ({ roomId, thread, text, version }: StoredDraft): ChatDraft => ({
  room: String(roomId),
  thread: thread === 0 ? null : thread,
  text,
  version,
});

/** History, search, and what people keep for themselves. */
export function createMessageRoutes({ endpointServer, store, rooms, facts }: MessageRoutesDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.listChatMessages, async ({ params, query, caller }) =>
      readHistory(store, await rooms.seeAsMember(caller, params.room_id), query),
    );
    endpointServer.serve(app, endpoints.listChatPins, async ({ params, caller }) => {
      const { room } = await rooms.seeAsMember(caller, params.room_id);
      const data = [...(await store.pins(room.id, CHAT_LIMITS.pins))];
      return { total: data.length, data };
    });
    endpointServer.serve(app, endpoints.listSavedMessages, async ({ query, caller }) => {
      const { total, messages } = await store.saved(caller.userId, query);
      return { total, data: await inRooms(store, caller, messages) };
    });
    endpointServer.serve(app, endpoints.listChatThreads, async ({ query, caller }) => ({
      data: (await store.threads(caller.userId, query.limit)).map(({ read, n, message }) => ({
        room: message.room,
        root: message.id,
        n,
        read,
        message,
      })),
    }));
    endpointServer.serve(app, endpoints.searchChat, ({ query, caller }) =>
      searchMessages(store, caller, { cursor: undefined, ...query }),
    );
    endpointServer.serve(app, endpoints.listChatDrafts, async ({ caller }) => ({
      data: (await store.drafts(caller.userId)).map(presentDraft),
    }));
    endpointServer.serve(app, endpoints.saveChatDraft, async ({ body, caller }) => {
      const { room } = await rooms.seeAsMember(caller, body.room);
      const { text, version } = body;
      const thread = body.thread ?? 0;
      const kept = await store.saveDraft(
        caller.userId,
        { roomId: room.id, thread, text, version },
        CHAT_LIMITS.draftsPerPerson,
      );
      if (kept === undefined) throw new AppError("chats.drafts.tooMany", { limit: CHAT_LIMITS.draftsPerPerson });
      facts.draft(caller.userId, room.id, thread);
      return presentDraft(kept);
    });
  };
}

const UPLOADS_AT_ONCE = 4;

/** Files of messages. */
export function createFileRoutes({ endpointServer, files, serveSound }: MessageRoutesDeps): Routes {
  return async (app) => {
    const { upload } = endpoints.uploadChatFile;
    if (upload === undefined) throw new Error("files are uploaded");
    const fileOf = await takeForms(app, { upload, atOnce: UPLOADS_AT_ONCE, busy: new AppError("chats.file.busy") });
    endpointServer.serve(app, endpoints.uploadChatFile, ({ body: { room_id: room, name }, request, caller }) =>
      files.upload(caller, { room, name }, fileOf(request)),
    );
    endpointServer.serve(app, endpoints.getChatFile, async ({ params, query, request, reply, caller }) => {
      const { sound, type, saveAs } = await files.served(caller, params.file_id, query.form);
      const content = await serveSound({ request, reply, sound, gone: new AppError("chats.file.gone") });
      reply.type(type);
      // Where a PDF or a sound is opened by itself it is a document of this host: it may do nothing.
      reply.header("content-security-policy", "default-src 'none'; sandbox");
      if (saveAs !== undefined) reply.header("content-disposition", attachment(saveAs));
      return content;
    });
    endpointServer.serve(app, endpoints.removeChatFile, async ({ params, caller }) => {
      await files.remove(caller, params.file_id);
      return { success: true as const };
    });
  };
}
