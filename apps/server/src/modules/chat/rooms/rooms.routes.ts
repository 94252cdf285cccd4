import { AppError, endpoints, keptDays, type AnyRoom, type SmsConversation } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { takeForms } from "../../../kernel/http/upload.ts";
import { newId, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import { searchWords } from "../../../kernel/text/search-text.ts";
import { auditPage, type AuditStore } from "../../audit/index.ts";
import { pictureUrl } from "../../pictures/index.ts";
import { displayName, type UserStore } from "../../users/index.ts";
import { noRoom, rowId } from "../chat.policy.ts";
import type { ChatStore, RoomQuery } from "../chat.store.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { RunOrder } from "../messages/orders.ts";
import type { ChatTokens } from "../stream/chat-tokens.ts";
import { presentChatRoom, presentDirect, presentPerson, presentRoom } from "./room.view.ts";
import type { Rooms } from "./rooms.service.ts";
import { BUDDY_PICTURE_PX, CHAT_SOCKET_PATH, CHAT_TOKEN_SECONDS } from "@callpanel/contract";

export interface RoomRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly store: ChatStore;
  readonly audit: Pick<AuditStore, "lines">;
  readonly users: Pick<UserStore, "byId" | "directNumbersOf">;
  readonly rooms: Rooms;
  readonly files: ChatFiles;
  readonly runOrder: RunOrder;
  readonly tokens: ChatTokens;
  readonly random: RandomBytes;
  /** Writes a text message; its conversation. */
  readonly beginSms: (caller: Caller, order: SmsBeginning) => Promise<SmsConversation>;
}

interface SmsBeginning {
  readonly did: string | undefined;
  readonly to: string | undefined;
  readonly text: string;
  readonly clientId: string;
}

/** Uploads that are in memory at a time. */
const UPLOADS_AT_ONCE = 4;

export function createRoomRoutes(deps: RoomRoutesDeps): Routes {
  const { endpointServer, store, audit, rooms, tokens } = deps;
  return (app) => {
    listRoutes(deps)(app);
    orderRoutes(deps)(app);
    endpointServer.serve(app, endpoints.authChat, async ({ caller }) => ({
      token: await tokens.issue({ sessionId: caller.sessionId, userId: caller.userId }),
      expires_in: CHAT_TOKEN_SECONDS,
      url: CHAT_SOCKET_PATH,
      userId: String(caller.userId),
    }));
    endpointServer.serve(app, endpoints.getChatRoom, async ({ params, caller }) =>
      presentRoom(await rooms.see(caller, params.room_id), caller.userId),
    );
    endpointServer.serve(app, endpoints.listChatMembers, async ({ query, caller }) => {
      const { room } = await rooms.seeAsMember(caller, query.room_id);
      const { limit, offset, search } = query;
      const { total, members } = await store.memberPage({ roomId: room.id, words: searchWords(search), limit, offset });
      return {
        total,
        data: members.map(({ id, name, username, pictureKey, role }) => ({
          id: String(id),
          name,
          username,
          picture_profile: pictureUrl(pictureKey, BUDDY_PICTURE_PX),
          roles: role === "owner" ? ["owner" as const, "member" as const] : ["member" as const],
        })),
      };
    });
    endpointServer.serve(app, endpoints.getChatKeeping, async ({ params, caller }) => {
      const keeping = await rooms.keeping(caller, params.room_id);
      return { ...keeping, days: keptDays(keeping) };
    });
    endpointServer.serve(app, endpoints.listChatRoomActs, async ({ params, query, caller }) => {
      const { room } = await rooms.seeAsOwner(caller, params.room_id);
      return auditPage(audit, { ...query, realmId: caller.realm.id, object: { kind: "room", id: String(room.id) } });
    });
    endpointServer.serve(app, endpoints.listAllChatUsers, async ({ caller }) => {
      const people = await store.contacts(caller.realm.id);
      const texting = await store.textingPeople(caller.realm.id);
      const data = people.map(({ id, name, username, email, extension, pictureKey }) => ({
        name,
        email,
        username,
        avatar: pictureUrl(pictureKey, BUDDY_PICTURE_PX),
        extension,
        smsCapable: texting.has(id),
        server: null,
        token: null,
        chatUserId: String(id),
      }));
      const others = (await store.otherAccounts(caller.realm.id)).map(presentPerson);
      return { total: data.length, data, others };
    });
  };
}

/** With a form of its own. */
export function createConversationRoutes(deps: RoomRoutesDeps): Routes {
  const { endpointServer, users, store, rooms, files, runOrder, random, beginSms } = deps;
  return async (app) => {
    const { upload } = endpoints.newConversation;
    if (upload === undefined) throw new Error("a conversation may begin with a file");
    const fileOf = await takeForms(app, { upload, atOnce: UPLOADS_AT_ONCE, busy: new AppError("chats.file.busy") });
    endpointServer.serve(app, endpoints.newConversation, async ({ body, request, caller }) => {
      const file = fileOf(request);
      const clientId = body.client_id ?? newId(random);
      if (body.is_sms) {
        if (file !== undefined) throw new AppError("chats.sms.file");
        const { from_did: did, sms_destination: to, message: text } = body;
        return { room: await beginSms(caller, { did, to, text, clientId }) };
      }
      const { channel_name: name, channel_type: type, topic, read_only: readOnly, destinations: people } = body;
      const id = await rooms.create(caller, { name, type, topic, readOnly, people });
      const room = String(id);
      const uploaded = file && (await files.upload(caller, { room, name: file.name }, file));
      if (body.message.trim() !== "" || uploaded !== undefined) {
        const user = await users.byId(caller.userId);
        await runOrder(
          { ...caller, name: user === undefined ? caller.username : displayName(user), mayWrite: true },
          {
            order: "send",
            room,
            client_id: clientId,
            text: body.message,
            files: uploaded === undefined ? [] : [uploaded.id],
          },
        );
      }
      const listed = await store.room(id, caller.userId);
      if (listed === undefined) throw noRoom();
      return { room: presentRoom(listed, caller.userId) };
    });
  };
}

function listRoutes({ endpointServer, store, rooms }: RoomRoutesDeps) {
  const query = (
    caller: Caller,
    { limit, offset, sort_property, sort_direction, search }: ListQuery,
    of: Pick<RoomQuery, "type" | "scope"> & { readonly hidden?: boolean },
  ) =>
    store.rooms({
      realmId: caller.realm.id,
      userId: caller.userId,
      hidden: false,
      words: searchWords(search),
      sort: sort_property,
      descending: sort_direction === "-1",
      limit,
      offset,
      ...of,
    });
  return (app: Parameters<Routes>[0]): void => {
    endpointServer.serve(app, endpoints.listChatChannels, async ({ query: asked, caller }) => {
      const found = await query(caller, asked, { type: "c", scope: asked.scope });
      return { total: found.total, data: found.rooms.map(presentChatRoom) };
    });
    endpointServer.serve(app, endpoints.listChatGroups, async ({ query: asked, caller }) => {
      const found = await query(caller, asked, { type: "p", scope: asked.scope });
      return { total: found.total, data: found.rooms.map(presentChatRoom) };
    });
    endpointServer.serve(app, endpoints.listDirectMessages, async ({ query: asked, caller }) => {
      const found = await query(caller, asked, { type: "d", scope: "joined", hidden: asked.hidden ?? false });
      return { total: found.total, data: found.rooms.map((one) => presentDirect(one, caller.userId)) };
    });
    endpointServer.serve(app, endpoints.closeDirectMessage, async ({ body, caller }) => {
      await rooms.closeDirect(caller, body.room_id);
      return { success: true as const };
    });
  };
}

interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sort_property: "lm" | "name";
  readonly sort_direction: "1" | "-1";
  readonly search: string;
}

/** Orders about a room; the answer is the room as the caller sees it afterwards. */
function orderRoutes({ endpointServer, store, rooms }: RoomRoutesDeps) {
  const after = async (caller: Caller, roomId: string, order: Promise<void>): Promise<AnyRoom> => {
    await order;
    const listed = await store.room(rowId(roomId) ?? 0, caller.userId);
    if (listed === undefined) throw noRoom();
    return presentRoom(listed, caller.userId);
  };
  return (app: Parameters<Routes>[0]): void => {
    endpointServer.serve(app, endpoints.openChatRoom, ({ body: { room_id: id }, caller }) =>
      after(caller, id, rooms.open(caller, id)),
    );
    endpointServer.serve(app, endpoints.closeChatRoom, ({ body: { room_id: id }, caller }) =>
      after(caller, id, rooms.close(caller, id)),
    );
    endpointServer.serve(app, endpoints.joinChatRoom, ({ body: { room_id: id }, caller }) =>
      after(caller, id, rooms.join(caller, id)),
    );
    endpointServer.serve(app, endpoints.archiveChatRoom, ({ body: { room_id: id }, caller }) =>
      after(caller, id, rooms.archive(caller, id)),
    );
    endpointServer.serve(app, endpoints.restoreChatRoom, ({ body: { room_id: id }, caller }) =>
      after(caller, id, rooms.restore(caller, id)),
    );
    endpointServer.serve(app, endpoints.kickFromChatRoom, ({ body: { room_id: id, rocket_uid: uid }, caller }) =>
      after(caller, id, rooms.kick(caller, id, uid)),
    );
    endpointServer.serve(app, endpoints.inviteToChatRoom, ({ body: { room_id: id, rocket_uid: uid }, caller }) =>
      after(caller, id, rooms.invite(caller, id, uid)),
    );
    endpointServer.serve(app, endpoints.addChatRoomOwner, ({ body: { room_id: id, rocket_uid: uid }, caller }) =>
      after(caller, id, rooms.addOwner(caller, id, uid)),
    );
    endpointServer.serve(app, endpoints.removeChatRoomOwner, ({ body: { room_id: id, rocket_uid: uid }, caller }) =>
      after(caller, id, rooms.removeOwner(caller, id, uid)),
    );
    endpointServer.serve(app, endpoints.renameChatRoom, ({ body: { room_id: id, name }, caller }) =>
      after(caller, id, rooms.rename(caller, id, name)),
    );
    endpointServer.serve(app, endpoints.changeChatRoom, ({ body: { room_id: id, ...change }, caller }) =>
      after(caller, id, rooms.change(caller, id, change)),
    );
    endpointServer.serve(app, endpoints.keepInChatRoom, ({ body: { room_id: id, days }, caller }) =>
      after(caller, id, rooms.keep(caller, id, days)),
    );
    endpointServer.serve(app, endpoints.notifyFromChatRoom, ({ body: { room_id: id, notify }, caller }) =>
      after(caller, id, rooms.notify(caller, id, notify)),
    );
    endpointServer.serve(app, endpoints.leaveChatRoom, async ({ body: { room_id: id, rocket_uid: uid }, caller }) => {
      await rooms.leave(caller, id, uid);
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.deleteChatRoom, async ({ body: { room_id: id }, caller }) => {
      await rooms.remove(caller, id);
      return { success: true as const };
    });
  };
}
