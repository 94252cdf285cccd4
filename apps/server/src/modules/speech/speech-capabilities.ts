import type { Speech } from "./speech.port.ts";

/** The engines there are, by the names that people know them by; null: none. */
export interface SpeechCapabilities {
  readonly textToSpeech: string | null;
  readonly speechToText: string | null;
  readonly textAnalysis: string | null;
  readonly translation: string | null;
}

/** What this server can do with speech, for the panel to say what it cannot. */
export function speechCapabilities(speech: Speech): SpeechCapabilities {
  const { textToSpeech, speechToText, textAnalysis, translation } = speech;
  return {
    textToSpeech: textToSpeech?.engine ?? null,
    speechToText: speechToText?.engine ?? null,
    textAnalysis: textAnalysis?.engine ?? null,
    translation: translation?.engine ?? null,
  };
}
