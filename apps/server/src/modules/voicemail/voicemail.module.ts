import type { FastifyPluginCallback } from "fastify";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import type { ServeSound } from "../../kernel/serve-sound.ts";
import type { SoundStore } from "../../kernel/sound-store.port.ts";
import type { UserStore } from "../users/index.ts";
import { createBulkService } from "./bulk.service.ts";
import { serveMessageLists } from "./list.routes.ts";
import { serveMessages } from "./message.routes.ts";
import { createMessageService } from "./message.service.ts";
import { createMessageSight } from "./message.sight.ts";
import { createMessageWrites, type VoicemailChanged } from "./message-writes.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface VoicemailDeps {
  readonly endpointServer: EndpointServer;
  readonly store: VoicemailStore;
  readonly users: Pick<UserStore, "byId" | "byExtension">;
  readonly sounds: SoundStore;
  readonly serveSound: ServeSound;
  readonly changed: VoicemailChanged;
}

/** Voicemail: messages, and whose they are. */
export function createVoicemailModule(deps: VoicemailDeps): FastifyPluginCallback {
  const { endpointServer, store, users, serveSound } = deps;
  const sight = createMessageSight({ store, users });
  const writes = createMessageWrites(deps);
  return (app, _options, done) => {
    serveMessageLists(app, { endpointServer, store, sight });
    serveMessages(app, {
      endpointServer,
      messages: createMessageService({ sight, writes }),
      several: createBulkService({ sight, writes }),
      serveSound,
    });
    done();
  };
}
