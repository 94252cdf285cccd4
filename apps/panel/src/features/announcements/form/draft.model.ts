import { ANNOUNCEMENT_MAX_BYTES } from "@callpanel/contract";
import type { Announcement } from "@callpanel/contract";

/** The source of an announcement's sound; `keep`: the existing sound. */
export const SOUND_WAYS = ["keep", "text", "record", "upload"] as const;
export type SoundWay = (typeof SOUND_WAYS)[number];

/** How a text is spoken, by the server's names. */
export interface SpokenText {
  readonly text_to_speech: string;
  readonly text_type: "text" | "ssml";
  readonly ttsLanguage: string;
  /** Empty: the engine's default for the language. */
  readonly voice_type: string;
  /** Semitones. */
  readonly pitch: number;
  /** 1 is the normal speed of the voice. */
  readonly speed: number;
  readonly volume_gain_db: number;
}

interface Described {
  readonly name: string;
  readonly pin: string;
  readonly lang: "en" | "fr";
  readonly post_dest: string;
}

export type NewAnnouncement = Described & { readonly number: string } & Partial<SpokenText>;
export type AnnouncementChange = Described & Partial<SpokenText>;

/** The content of the form. */
export interface Draft extends Described {
  readonly number: string;
  readonly way: SoundWay;
  readonly spoken: SpokenText;
  /** The recorded or chosen file of the shown source. */
  readonly file: File | null;
}

const OWN_SPEECH = { voice_type: "", pitch: 0, speed: 1, volume_gain_db: 0 } as const;

/** An empty form, or what an announcement is now. */
export function draftOf(announcement: Announcement | null, locale: string): Draft {
  if (announcement === null)
    return {
      number: "",
      name: "",
      pin: "",
      lang: locale.startsWith("fr") ? "fr" : "en",
      post_dest: "",
      way: "text",
      spoken: { text_to_speech: "", text_type: "text", ttsLanguage: locale, ...OWN_SPEECH },
      file: null,
    };
  const { number, name, pin, lang, post_dest } = announcement;
  const { text_to_speech, text_type, ttsLanguage, voice_type, pitch, speed, volume_gain_db } = announcement;
  const spoken = { text_to_speech, text_type, ttsLanguage, voice_type, pitch, speed, volume_gain_db };
  const way = text_to_speech === "" && announcement.duration !== null ? "keep" : "text";
  return { number, name, pin, lang, post_dest, way, spoken, file: null };
}

export const NUMBER_DIGITS = { fewest: 2, most: 8 } as const;
export const PIN_MOST_DIGITS = 12;
export const NAME_MOST_CHARS = 80;
export const TEXT_MOST_CHARS = 5_000;
export const UPLOAD_MEGABYTES = ANNOUNCEMENT_MAX_BYTES / 1024 / 1024;

export type DraftField = "number" | "name" | "pin" | "post_dest" | "sound";
export type DraftFault = "required" | "digits" | "numberLength" | "kind" | "tooLarge";

/** ANN-13: what of a form breaks the rules. */
export function faultsOf(draft: Draft, isNew: boolean): ReadonlyMap<DraftField, DraftFault> {
  const faults = new Map<DraftField, DraftFault>();
  const check = (field: DraftField, fault: DraftFault | undefined): void => {
    if (fault !== undefined) faults.set(field, fault);
  };
  if (isNew) check("number", numberFault(draft.number));
  check("name", draft.name.trim() === "" ? "required" : undefined);
  check("pin", draft.pin === "" ? "required" : digitsFault(draft.pin));
  check("post_dest", digitsFault(draft.post_dest));
  check("sound", soundFault(draft));
  return faults;
}

const digitsFault = (text: string): DraftFault | undefined => (/^\d*$/.test(text) ? undefined : "digits");

function numberFault(number: string): DraftFault | undefined {
  if (number === "") return "required";
  if (digitsFault(number) !== undefined) return "digits";
  const { fewest, most } = NUMBER_DIGITS;
  return number.length < fewest || number.length > most ? "numberLength" : undefined;
}

function soundFault({ way, spoken, file }: Draft): DraftFault | undefined {
  if (way === "keep") return undefined;
  if (way === "text") return spoken.text_to_speech.trim() === "" ? "required" : undefined;
  if (file === null) return "required";
  return way === "upload" ? uploadFault(file) : undefined;
}

/** By its name and size; its content is checked by the server. */
export function uploadFault(file: Pick<File, "name" | "size">): DraftFault | undefined {
  if (!/\.(wav|mp3)$/i.test(file.name)) return "kind";
  return file.size > ANNOUNCEMENT_MAX_BYTES ? "tooLarge" : undefined;
}

/** The request; with a text only if it is to be spoken, so that an uploaded sound stays. */
export function changeOf({ name, pin, lang, post_dest, way, spoken }: Draft): AnnouncementChange {
  return { name: name.trim(), pin, lang, post_dest, ...(way === "text" ? spoken : {}) };
}

/** The file to upload afterwards, or null. */
export const fileOf = ({ way, file }: Draft): File | null => (way === "record" || way === "upload" ? file : null);
