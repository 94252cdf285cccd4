import {
  BUDDY_PICTURE_PX,
  DEFAULT_FEATURE_CODES,
  endpoints,
  PAGE_SIZE,
  type FeatureCode,
  type PhoneNumber,
} from "@callpanel/contract";
import type { FastifyPluginCallback } from "fastify";
import type { EndpointServer } from "../../kernel/endpoint-server.ts";
import { numbersIn } from "../../kernel/phone-number.ts";
import { foldText, searchWords } from "../../kernel/search-text.ts";
import { pictureUrl } from "../pictures/index.ts";
import type { DirectoryStore, FoundNumber } from "./directory.store.ts";

export interface DirectoryDeps {
  readonly endpointServer: EndpointServer;
  readonly directory: DirectoryStore;
}

/** Numbers to dial: people, direct numbers, parking lots and feature codes. */
export function createDirectoryModule({ endpointServer, directory }: DirectoryDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    endpointServer.serve(app, endpoints.searchPhoneNumbers, async ({ query, caller }) => {
      const { start, limit = PAGE_SIZE.contacts } = query;
      const words = searchWords(query.search);
      const found = await directory.search({
        realmId: caller.realm.id,
        words,
        ...numbersIn(query.search),
        kind: query.kind,
        start,
        limit,
      });
      const allCodes = query.kind === undefined ? DEFAULT_FEATURE_CODES : [];
      const codes = allCodes.filter((code) => matchesCode(code, query.search, words));
      // Codes come after every number, so their page begins where the numbers end.
      const codesStart = Math.max(0, start - found.total);
      const page = codes.slice(codesStart, codesStart + limit - found.numbers.length);
      return {
        total: found.total + codes.length,
        data: [...found.numbers.map(presentNumber), ...page.map(presentCode)],
      };
    });

    endpointServer.serve(app, endpoints.getFeatureCodes, async ({ query }) => {
      const { start, limit = PAGE_SIZE.featureCodes } = query;
      return { total: DEFAULT_FEATURE_CODES.length, data: DEFAULT_FEATURE_CODES.slice(start, start + limit) };
    });
    done();
  };
}

function matchesCode({ code, name }: FeatureCode, search: string, words: readonly string[]): boolean {
  const text = foldText(`${name} ${code}`);
  return words.every((word) => text.includes(word)) || (search !== "" && code.startsWith(search.trim()));
}

function presentNumber({ number, kind, name, username, pictureKey }: FoundNumber): PhoneNumber {
  const image = { hasImage: pictureKey !== null, imageUrl: pictureUrl(pictureKey, BUDDY_PICTURE_PX), contactID: null };
  if (kind === "lot") return { phoneNumber: number, label: name, name: "parking", username: null, ...image };
  return { phoneNumber: number, label: LABELS[kind], name, username, ...image };
}

const LABELS = { user: "extension", did: "direct", queue: "queue", room: "conference", toggle: "toggle" } as const;

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
