import { LOCALES, embeddedCredentialSchema } from "@callpanel/contract";
import type { EmbeddedCredential, Locale } from "@callpanel/contract";
import { isReturnPath } from "../../shared/routes.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { PERSON_KEYS } from "../session/index.ts";

/** The known credentials; the rest is typed. */
export interface Person {
  readonly cloudId: string;
  readonly username: string;
}

/** The request in an address of `/embedded_login`. */
export interface EmbeddedRequest {
  /** Complete: sign in with it immediately. */
  readonly credential: EmbeddedCredential | null;
  readonly person: Partial<Person>;
  readonly language: Locale | null;
  /** Where to go afterwards; null: the landing page. */
  readonly goTo: string | null;
  /** The query without secrets, which must not be visible in the address or the history (EMBED-6). */
  readonly clean: Readonly<Record<string, string>>;
}

const SECRETS = ["password", "auth_token"] as const;

/** Reads query and fragment; for a value in both, the fragment counts, because no server sees it. */
export function readEmbeddedRequest(href: string): EmbeddedRequest {
  const url = new URL(href, "http://panel.invalid");
  const fields = new Map([...url.searchParams, ...new URLSearchParams(url.hash.replace(/^#/, ""))]);
  const parsed = embeddedCredentialSchema.safeParse(Object.fromEntries(fields));
  const redirect = fields.get("redirect") ?? "";
  for (const name of SECRETS) url.searchParams.delete(name);
  return {
    credential: parsed.success ? parsed.data : null,
    person: {
      ...(fields.has("cloud_id") ? { cloudId: fields.get("cloud_id") ?? "" } : {}),
      ...(fields.has("username") ? { username: fields.get("username") ?? "" } : {}),
    },
    language: LOCALES.find((one) => one === fields.get("language")) ?? null,
    goTo: goToOf(redirect),
    clean: Object.fromEntries(url.searchParams),
  };
}

/** `chat` is the value of the spec; a path is the wanted page of a person who was not signed in (SESSION-7). */
export function goToOf(redirect: string): string | null {
  if (redirect === "chat") return "/chat";
  return isReturnPath(redirect) ? redirect : null;
}

/** EMBED-7: the username is stored; the password never is. */
export function rememberPerson(storage: TextStorage, { cloudId, username }: Person, language: Locale): void {
  storage.set(PERSON_KEYS.cloudId, cloudId);
  storage.set(PERSON_KEYS.username, username);
  storage.set(PERSON_KEYS.language, language);
}

export function rememberedPerson(storage: TextStorage): Person & { readonly language: Locale | null } {
  return {
    cloudId: storage.get(PERSON_KEYS.cloudId) ?? "",
    username: storage.get(PERSON_KEYS.username) ?? "",
    language: LOCALES.find((one) => one === storage.get(PERSON_KEYS.language)) ?? null,
  };
}
