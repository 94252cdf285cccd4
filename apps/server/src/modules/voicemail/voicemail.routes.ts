import type { Clock } from "../../kernel/clock.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ServeSound } from "../../kernel/http/serve-sound.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { ShareSound } from "../chat/index.ts";
import type { Speech } from "../speech/index.ts";
import type { UserStore } from "../users/index.ts";
import { serveBoxes } from "./box/box.routes.ts";
import { createBoxService } from "./box/box.service.ts";
import { createBulkService } from "./bulk.service.ts";
import { createGreetingService } from "./box/greeting.service.ts";
import { serveMessageLists } from "./list.routes.ts";
import { serveMessages } from "./message.routes.ts";
import { createMessageService } from "./message.service.ts";
import { createMessageSight } from "./message.sight.ts";
import type { MessageWrites } from "./message-writes.ts";
import type { VoicemailStore } from "./voicemail.store.ts";

export interface VoicemailDeps {
  readonly endpointServer: EndpointServer;
  readonly store: VoicemailStore;
  readonly users: UserStore;
  readonly sounds: SoundStore;
  readonly serveSound: ServeSound;
  readonly shareSound: ShareSound;
  readonly speech: Speech;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly writes: MessageWrites;
}

/** Voicemail: messages, boxes and greetings. */
export function createVoicemailRoutes(deps: VoicemailDeps): Routes {
  const { endpointServer, store, serveSound, shareSound, writes } = deps;
  const sight = createMessageSight(deps);
  const greetings = createGreetingService(deps);
  return async (app) => {
    serveMessageLists(app, { endpointServer, store, sight });
    const messages = createMessageService({ sight, writes });
    const several = createBulkService({ sight, writes });
    serveMessages(app, { endpointServer, messages, several, greetings, serveSound, shareSound });
    await serveBoxes(app, { endpointServer, boxes: createBoxService(deps), greetings });
  };
}
