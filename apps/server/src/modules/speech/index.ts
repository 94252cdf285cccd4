export { speechCapabilities } from "./speech-capabilities.ts";
export { firstTexts, makeMessageTexts, MESSAGE_TEXTS_JOB } from "./message-texts.ts";
export type { MessageTexts, TextState, VoicemailTexts, WantedTexts } from "./message-texts.port.ts";
export { SpeechRefusal } from "./speech.port.ts";
export { rebuildSsml } from "./ssml.ts";
export type {
  Categorized,
  LanguagePair,
  SoundFile,
  Speech,
  SpeechOrder,
  SpeechTask,
  SpeechToText,
  TextAnalysis,
  TextToSpeech,
  Translation,
  Voice,
} from "./speech.port.ts";
