import { readFile } from "node:fs/promises";
import {
  ANNOUNCEMENT_MAX_BYTES,
  AppError,
  endpoints,
  PAGE_SIZE,
  type Announcement as AnnouncementAnswer,
  type BodyOf,
} from "@callpanel/contract";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { searchWords } from "../../kernel/text/search-text.ts";
import type { ServeSound } from "../../kernel/http/serve-sound.ts";
import { readUpload, takeUploads } from "../../kernel/http/upload.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { NumberEntry } from "../directory/index.ts";
import type { Announcement, AnnouncementChange, AnnouncementTexts } from "./announcements.model.ts";
import { listedIds, mayChange, mayHear, mayList } from "./announcements.policy.ts";
import { createAnnouncementService, type AnnouncementServiceDeps } from "./announcements.service.ts";

export interface AnnouncementsDeps extends AnnouncementServiceDeps {
  readonly endpointServer: EndpointServer;
  readonly serveSound: ServeSound;
}

/** Limit, because each upload is in memory while it is checked. */
const UPLOADS_AT_ONCE = 4;
const BYTES_A_MEGABYTE = 1_048_576;
const MS_A_SECOND = 1_000;

/** Announcements: sounds with their own numbers. */
export function createAnnouncementsRoutes(deps: AnnouncementsDeps): Routes {
  const { endpointServer, serveSound, store, numbersOf } = deps;
  const service = createAnnouncementService(deps);
  const busy = createGate(UPLOADS_AT_ONCE);

  const presented = async (caller: Caller, announcement: Announcement): Promise<AnnouncementAnswer> =>
    present(announcement, caller, await numbersOf(caller.realm.id));

  return async (app) => {
    await takeUploads(app);

    endpointServer.serve(app, endpoints.listAnnouncements, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.announcements, search } = query;
      const realmId = caller.realm.id;
      const wanted = { realmId, ids: listedIds(caller), words: searchWords(search), start, limit };
      const { total, announcements } = await store.list(wanted);
      const numbers = await numbersOf(realmId);
      return { success: true as const, total, data: announcements.map((one) => present(one, caller, numbers)) };
    });

    endpointServer.serve(app, endpoints.streamAnnouncement, async ({ params, query, request, reply, caller }) => {
      const { sound, name } = await service.find(caller.realm, params.id);
      if (!mayList(caller, params.id)) throw new AppError("announcements.notFound");
      if (!mayHear(caller, params.id)) throw new AppError("request.forbidden");
      const gone = new AppError("announcements.noSound");
      if (sound === null) throw gone;
      const saveAs = query.download === "1" ? name : undefined;
      return serveSound({ request, reply, sound: sound.id, format: query.format, gone, saveAs });
    });

    endpointServer.serve(app, endpoints.listSpeechVoices, async () => {
      const { engine, voices } = await service.voices();
      const data = voices.map(({ name, languages, gender }) => ({
        name,
        language_codes: [...languages],
        ssml_gender: GENDERS[gender],
      }));
      return { success: true as const, engine, data };
    });

    endpointServer.serve(app, endpoints.previewSpeech, ({ body, reply }) => {
      reply.header("cache-control", "private, no-store");
      return busy(() => service.preview(textsOf(body), readFile, whileWaitedFor(reply)));
    });

    endpointServer.serve(app, endpoints.createAnnouncement, async ({ body, caller }) => {
      const { number, name, pin, lang: language, post_dest: postDestination } = body;
      const draft = { number, name, pin, language, postDestination, ...textsOf(body) };
      return presented(caller, await busy(() => service.add(caller.realm, draft)));
    });

    endpointServer.serve(app, endpoints.changeAnnouncement, async ({ params, body, caller }) =>
      presented(caller, await busy(() => service.change(caller.realm, params.id, changesOf(body)))),
    );

    endpointServer.serve(app, endpoints.uploadAnnouncement, async ({ params, request, caller }) => {
      const { upload } = endpoints.uploadAnnouncement;
      const tooLarge = new AppError("sounds.tooLarge", { limit: ANNOUNCEMENT_MAX_BYTES / BYTES_A_MEGABYTE });
      const read = () => readUpload({ request, upload, tooLarge });
      return presented(caller, await busy(() => service.upload(caller.realm, params.id, read)));
    });

    endpointServer.serve(app, endpoints.deleteAnnouncement, async ({ params, caller }) => {
      await service.remove(caller.realm, params.id);
      return { id: params.id };
    });
  };
}

const GENDERS = { female: "FEMALE", male: "MALE", neutral: "NEUTRAL" } as const;

function present(announcement: Announcement, caller: Caller, numbers: readonly NumberEntry[]): AnnouncementAnswer {
  const { id, number, name, postDestination, sound } = announcement;
  const mayWrite = mayChange(caller, id);
  const next = numbers.find((entry) => entry.number === postDestination);
  return {
    id,
    number,
    name,
    // ANN-2
    pin: mayWrite ? announcement.pin : "",
    lang: announcement.language,
    post_dest: postDestination,
    formatted_post_dest: next === undefined ? postDestination : `${next.number} ${next.name}`,
    text_to_speech: announcement.text,
    text_type: announcement.textType,
    ttsLanguage: announcement.ttsLanguage,
    voice_type: announcement.voice,
    voice_category: announcement.voiceCategory,
    pitch: announcement.pitch,
    speed: announcement.speed,
    volume_gain_db: announcement.volumeGainDb,
    duration: sound === null ? null : Math.round(sound.durationMs / MS_A_SECOND),
    may_write: mayWrite,
  };
}

const textsOf = (body: BodyOf<typeof endpoints.previewSpeech>): AnnouncementTexts => ({
  text: body.text_to_speech,
  textType: body.text_type,
  ttsLanguage: body.ttsLanguage,
  voice: body.voice_type,
  voiceCategory: body.voice_category,
  pitch: body.pitch,
  speed: body.speed,
  volumeGainDb: body.volume_gain_db,
});

/** Fields that are absent stay as they are. */
function changesOf(body: BodyOf<typeof endpoints.changeAnnouncement>): AnnouncementChange {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.pin === undefined ? {} : { pin: body.pin }),
    ...(body.lang === undefined ? {} : { language: body.lang }),
    ...(body.post_dest === undefined ? {} : { postDestination: body.post_dest }),
    ...(body.text_to_speech === undefined ? {} : { text: body.text_to_speech }),
    ...(body.text_type === undefined ? {} : { textType: body.text_type }),
    ...(body.ttsLanguage === undefined ? {} : { ttsLanguage: body.ttsLanguage }),
    ...(body.voice_type === undefined ? {} : { voice: body.voice_type }),
    ...(body.voice_category === undefined ? {} : { voiceCategory: body.voice_category }),
    ...(body.pitch === undefined ? {} : { pitch: body.pitch }),
    ...(body.speed === undefined ? {} : { speed: body.speed }),
    ...(body.volume_gain_db === undefined ? {} : { volumeGainDb: body.volume_gain_db }),
  };
}

/** Aborts when the client disconnects. */
function whileWaitedFor(reply: FastifyReply): AbortSignal {
  const given = new AbortController();
  reply.raw.once("close", () => given.abort());
  return given.signal;
}

function createGate(atOnce: number): <T>(run: () => Promise<T>) => Promise<T> {
  let open = 0;
  return async (run) => {
    if (open >= atOnce) throw new AppError("announcements.busy");
    open += 1;
    try {
      return await run();
    } finally {
      open -= 1;
    }
  };
}
