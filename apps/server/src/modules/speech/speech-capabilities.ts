import type { Speech } from "./speech.port.ts";

/** The available engines, by their names for people; null: not available. */
export interface SpeechCapabilities {
  readonly textToSpeech: string | null;
  readonly speechToText: string | null;
  readonly textAnalysis: string | null;
  readonly translation: string | null;
}

/** What this server can do with speech, so that the panel can show what is missing. */
export function speechCapabilities(speech: Speech): SpeechCapabilities {
  const { textToSpeech, speechToText, textAnalysis, translation } = speech;
  return {
    textToSpeech: textToSpeech?.engine ?? null,
    speechToText: speechToText?.engine ?? null,
    textAnalysis: textAnalysis?.engine ?? null,
    translation: translation?.engine ?? null,
  };
}
