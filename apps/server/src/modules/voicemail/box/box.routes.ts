import {
  AppError,
  changeVoicemailBox,
  GREETING_MAX_BYTES,
  getGreeting,
  getGreetingSpeech,
  getPinRestrictions,
  getVoicemailBox,
  removeGreetingSpeech,
  resetGreeting,
  speakGreeting,
  uploadGreeting,
  watchVoicemailBoxes,
  type GreetingType,
} from "@callpanel/contract";
import type { FastifyInstance } from "fastify";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import { createConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";
import { readUpload, takeUploads } from "../../../kernel/http/upload.ts";
import { PIN_RULES } from "./box.model.ts";
import type { BoxService } from "./box.service.ts";
import type { GreetingService } from "./greeting.service.ts";

export interface BoxRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly boxes: BoxService;
  readonly greetings: GreetingService;
}

/** Limit of greetings that are in memory, or are being made, at the same time. */
const AT_ONCE = 4;

/** Boxes, their settings and greetings. */
export async function serveBoxes(
  app: FastifyInstance,
  { endpointServer: { serve }, boxes, greetings }: BoxRoutesDeps,
): Promise<void> {
  await takeUploads(app);
  const inHand = createConcurrencyLimit(AT_ONCE, new AppError("vmail.greeting.busy"));

  serve(app, watchVoicemailBoxes, async ({ caller }) => {
    const data = await boxes.watched(caller);
    return { total: data.length, data };
  });
  serve(app, getPinRestrictions, async () => PIN_RULES);
  serve(app, getVoicemailBox, ({ params, caller }) => boxes.get(caller, params.id));
  serve(app, changeVoicemailBox, ({ params, body, caller }) => boxes.change(caller, params.id, body));

  const placeOf = async (caller: Caller, { id, type }: { readonly id: number; readonly type: GreetingType }) => {
    const { id: boxId } = await boxes.owner(caller, id);
    return { boxId, type };
  };
  serve(app, getGreeting, async ({ params, caller }) => greetings.list(caller, await placeOf(caller, params)));
  serve(app, uploadGreeting, async ({ params, request, caller }) => {
    const place = await placeOf(caller, params);
    const tooLarge = new AppError("sounds.tooLarge", { limit: GREETING_MAX_BYTES / 1024 ** 2 });
    return inHand(async () => {
      const bytes = await readUpload({ request, upload: uploadGreeting.upload, tooLarge });
      return greetings.upload(caller, place, bytes);
    });
  });
  serve(app, resetGreeting, async ({ params, caller }) =>
    greetings.reset(caller, await placeOf(caller, params), "any"),
  );
  serve(app, getGreetingSpeech, async ({ params, caller }) => {
    const { available, voices, spoken } = await greetings.speech(await placeOf(caller, params));
    return { available, voices, text: spoken?.text ?? null, voice: spoken?.voice ?? null };
  });
  serve(app, speakGreeting, async ({ params, body, caller }) => {
    const place = await placeOf(caller, params);
    return inHand(() => greetings.speak(caller, place, body));
  });
  serve(app, removeGreetingSpeech, async ({ params, caller }) =>
    greetings.reset(caller, await placeOf(caller, params), "spoken"),
  );
}
