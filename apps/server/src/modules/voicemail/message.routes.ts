import {
  AppError,
  archiveVoicemail,
  bulkDeleteVoicemails,
  bulkFavoriteVoicemails,
  bulkMoveVoicemails,
  bulkReadVoicemails,
  bulkTransferVoicemails,
  bulkUnfavoriteVoicemails,
  bulkUnmoveVoicemails,
  bulkUnreadVoicemails,
  deleteVoicemail,
  downloadVoicemail,
  getVoicemail,
  markVoicemailFavorite,
  markVoicemailNew,
  markVoicemailRead,
  moveVoicemailToFolder,
  removeVoicemailFromFolder,
  restoreVoicemail,
  shareVoicemail,
  transferVoicemail,
  unmarkVoicemailFavorite,
  type Voicemail,
} from "@callpanel/contract";
import type { FastifyInstance } from "fastify";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { ServeSound } from "../../kernel/http/serve-sound.ts";
import type { ShareSound } from "../chat/index.ts";
import type { BulkService } from "./bulk.service.ts";
import type { GreetingService } from "./box/greeting.service.ts";
import type { MessageService } from "./message.service.ts";
import type { StoredMessage } from "./voicemail.model.ts";

export interface MessageRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly messages: MessageService;
  readonly several: BulkService;
  readonly greetings: GreetingService;
  readonly serveSound: ServeSound;
  readonly shareSound: ShareSound;
}

/** The kind of an id: a message, or a greeting as `g12`. */
function named(id: string): { readonly of: "message" | "greeting"; readonly number: number } {
  const isGreeting = id.startsWith("g");
  return { of: isGreeting ? "greeting" : "message", number: Number(isGreeting ? id.slice(1) : id) };
}

const kept = (voicemail: Voicemail | null) => ({ success: true as const, voicemail });

const counted = (changed: readonly StoredMessage[]) => ({
  success: true as const,
  count: changed.length,
  ids: changed.map(({ id }) => id),
});

/** Single and bulk operations; lists are served elsewhere. */
export function serveMessages(
  app: FastifyInstance,
  { endpointServer: { serve }, messages, several, greetings, serveSound, shareSound }: MessageRoutesDeps,
): void {
  serve(app, getVoicemail, ({ params, caller }) => messages.get(caller, params.id));
  serve(app, downloadVoicemail, async ({ params, query, request, reply, caller }) => {
    const id = named(params.id);
    const { sound } = await (id.of === "greeting" ? greetings : messages).audible(caller, id.number);
    return serveSound({ request, reply, sound, format: query.format, gone: new AppError("vmail.soundGone") });
  });

  serve(app, shareVoicemail, async ({ params, body, caller }) => {
    const { sound, boxId } = await messages.audible(caller, params.id);
    const { room_id: room, name, message: text, client_id: clientId } = body;
    const details = { of: "voicemail", voicemail: params.id };
    return shareSound(caller, { sound, room, name, text, clientId, details, owner: boxId });
  });

  serve(app, markVoicemailFavorite, ({ params, caller }) => messages.favor(caller, params.id, "favorite"));
  serve(app, unmarkVoicemailFavorite, ({ params, caller }) => messages.favor(caller, params.id, "ordinary"));
  serve(app, markVoicemailRead, ({ params, caller }) => messages.mark(caller, params.id, "old"));
  serve(app, markVoicemailNew, ({ params, caller }) => messages.mark(caller, params.id, "inbox"));
  serve(app, moveVoicemailToFolder, ({ params, body, caller }) =>
    messages.moveTo(caller, params.id, body.custom_folder),
  );
  serve(app, removeVoicemailFromFolder, ({ params, caller }) => messages.moveOut(caller, params.id));
  serve(app, archiveVoicemail, async ({ params, body, caller }) => {
    const { of, number } = named(params.id);
    if (of === "message") return kept(await messages.archive(caller, number, body.name));
    await greetings.archive(caller, number, body.name);
    return kept(null);
  });
  serve(app, restoreVoicemail, async ({ params, body, caller }) => {
    const { of, number } = named(params.id);
    if (of === "message") return kept(await messages.restore(caller, number, body.folder));
    await greetings.restore(caller, number, body.folder);
    return kept(null);
  });
  serve(app, deleteVoicemail, async ({ params, caller }) => {
    const { of, number } = named(params.id);
    await (of === "greeting" ? greetings : messages).remove(caller, number);
    return { success: true as const };
  });
  serve(app, transferVoicemail, async ({ params, body, caller }) => ({
    success: true as const,
    transferred: await messages.transfer(caller, params.id, body.extensions),
  }));

  serve(app, bulkFavoriteVoicemails, async ({ body, caller }) =>
    counted(await several.favor(caller, body.ids, "favorite")),
  );
  serve(app, bulkUnfavoriteVoicemails, async ({ body, caller }) =>
    counted(await several.favor(caller, body.ids, "ordinary")),
  );
  serve(app, bulkReadVoicemails, async ({ body, caller }) => counted(await several.mark(caller, body.ids, "old")));
  serve(app, bulkUnreadVoicemails, async ({ body, caller }) => counted(await several.mark(caller, body.ids, "inbox")));
  serve(app, bulkMoveVoicemails, async ({ body, caller }) =>
    counted(await several.moveTo(caller, body.ids, body.custom_folder)),
  );
  serve(app, bulkUnmoveVoicemails, async ({ body, caller }) => counted(await several.moveOut(caller, body.ids)));
  serve(app, bulkTransferVoicemails, async ({ body, caller }) =>
    counted(await several.transfer(caller, body.ids, body.extensions)),
  );
  serve(app, bulkDeleteVoicemails, async ({ body, caller }) => counted(await several.remove(caller, body.ids)));
}
