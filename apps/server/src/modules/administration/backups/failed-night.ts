import { AppError, type Locale } from "@callpanel/contract";
import type { Log } from "../../../kernel/log.ts";
import type { Mail, Mailer } from "../../mail/index.ts";
import { displayName } from "../../users/index.ts";
import type { CompanyStore } from "../company.store.ts";
import type { BackupNight } from "./backup-schedule.ts";

export interface FailedNightDeps {
  readonly company: Pick<CompanyStore, "read">;
  readonly mailer: Mailer;
  readonly platformName: () => string;
  readonly language: () => Locale;
  readonly timeZone: string;
  readonly log: Log;
}

/** BACKUP-20: a mail to each administrator with an address. With several companies the operator has the log (MACHINE-1). */
export async function notifyFailedNight(
  { company, mailer, platformName, language, timeZone, log }: FailedNightDeps,
  night: BackupNight,
): Promise<void> {
  const people = await company.read(async (reader) => {
    const [realm, ...others] = await reader.realms();
    if (realm === undefined || others.length > 0) return [];
    const administrators = new Set(await reader.administrators(realm.id));
    return (await reader.users(realm.id)).filter(({ id, email }) => administrators.has(id) && email !== "");
  });
  const locale = language();
  for (const person of people) {
    const to = { name: displayName(person), address: person.email };
    try {
      await mailer.send({ to, locale, ...letter({ locale, timeZone, platform: platformName() }, night) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn("an administrator could not be told of a failed back-up", { err: error });
    }
  }
}

interface Words {
  readonly subject: (platform: string) => string;
  readonly failed: (at: string) => string;
  readonly said: string;
  readonly next: string;
}

const ENGLISH: Words = {
  subject: (platform) => `${platform}: the nightly back-up failed`,
  failed: (at) => `The back-up of ${at} failed. No new back-up was kept; earlier ones are still there.`,
  said: "The server said:",
  next: "Check the disk or the bucket, then choose Back up now under Administration › Back-up.",
};
const FRENCH: Words = {
  subject: (platform) => `${platform} : la sauvegarde de nuit a échoué`,
  failed: (at) =>
    `La sauvegarde du ${at} a échoué. Aucune nouvelle sauvegarde n’a été conservée; les précédentes y sont toujours.`,
  said: "Message du serveur :",
  next: "Vérifiez le disque ou le compartiment, puis choisissez Sauvegarder maintenant sous Administration › Sauvegarde.",
};
const WORDS: Readonly<Record<Locale, Words>> = {
  "en-US": ENGLISH,
  "en-AU": ENGLISH,
  "en-GB": ENGLISH,
  "fr-CA": FRENCH,
};

function letter(
  { locale, timeZone, platform }: { readonly locale: Locale; readonly timeZone: string; readonly platform: string },
  { at, said }: BackupNight,
): Pick<Mail, "subject" | "parts"> {
  const words = WORDS[locale];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone });
  return {
    subject: words.subject(platform),
    parts: [words.failed(format.format(at)), words.said, said, words.next].map((text) => ({ kind: "text", text })),
  };
}
