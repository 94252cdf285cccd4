import { BUDDY_PICTURE_PX, endpoints, PAGE_SIZE, type FeatureCode, type PhoneNumber } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { foldText } from "../../kernel/text/search-text.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { pictureUrl } from "../pictures/index.ts";
import type { NumberEntry } from "./directory.model.ts";
import type { DirectoryStore, FoundNumber } from "./directory.store.ts";
import { heldSource, NUMBER_RANKS, numberQuestion, searchNumbers, type NumberSource } from "./number-search.ts";

export interface DirectoryDeps {
  readonly endpointServer: EndpointServer;
  readonly directory: DirectoryStore;
  /** Numbers of contacts that the caller may see. */
  readonly contactNumbers: (caller: Caller) => readonly NumberSource[];
  /** Feature codes of a realm's phone system. */
  readonly featureCodes: (realm: string) => readonly FeatureCode[];
}

/** Numbers to dial: people, direct numbers, services, contacts and feature codes. */
export function createDirectoryRoutes({
  endpointServer,
  directory,
  contactNumbers,
  featureCodes,
}: DirectoryDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.searchPhoneNumbers, ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.contacts, kind } = query;
      const own = directorySource(directory, { realmId: caller.realm.id, kind });
      const codes = featureCodes(caller.realm.name);
      const sources = kind === undefined ? [own, ...contactNumbers(caller), codeSource(codes)] : [own];
      return searchNumbers(sources, numberQuestion(query.search), { start, limit });
    });

    endpointServer.serve(app, endpoints.getFeatureCodes, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.featureCodes } = query;
      const codes = featureCodes(caller.realm.name);
      return { total: codes.length, data: codes.slice(start, start + limit) };
    });
  };
}

function directorySource(
  directory: DirectoryStore,
  of: { readonly realmId: number; readonly kind: NumberEntry["kind"] | undefined },
): NumberSource {
  return {
    counts: (question) => directory.countNumbers({ ...of, ...question }),
    slice: async (question, piece) =>
      (await directory.searchNumbers({ ...of, ...question, ...piece })).map(presentNumber),
  };
}

const codeSource = (featureCodes: readonly FeatureCode[]): NumberSource =>
  heldSource(featureCodes.map(presentCode), ({ phoneNumber, label }, { text, words }) => {
    if (text === "") return NUMBER_RANKS.other;
    if (phoneNumber === text) return NUMBER_RANKS.exact;
    if (phoneNumber.startsWith(text)) return NUMBER_RANKS.prefix;
    const searched = foldText(`${label} ${phoneNumber}`);
    if (!words.every((word) => searched.includes(word))) return undefined;
    return searched.startsWith(text) ? NUMBER_RANKS.name : NUMBER_RANKS.other;
  });

function presentNumber({ number, kind, name, username, pictureKey }: FoundNumber): PhoneNumber {
  const image = { hasImage: pictureKey !== null, imageUrl: pictureUrl(pictureKey, BUDDY_PICTURE_PX), contactID: null };
  if (kind === "lot") return { phoneNumber: number, label: name, name: "parking", username: null, ...image };
  return { phoneNumber: number, label: LABELS[kind], name, username, ...image };
}

const LABELS = {
  user: "extension",
  did: "direct",
  queue: "queue",
  room: "conference",
  toggle: "toggle",
  announcement: "announcement",
} as const;

function presentCode({ name, code }: FeatureCode): PhoneNumber {
  return {
    phoneNumber: code,
    label: name,
    name: "feature_code",
    username: null,
    hasImage: false,
    imageUrl: null,
    contactID: null,
  };
}
