import { Button, IconVolume, Segments, SelectField, Skeleton, Slider, SoundPlayer, TextArea } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { languageName } from "../../../shared/words/languageName.ts";
import { fetchPreview, voicesQuery } from "../announcements.api.ts";
import { announcementsMessages } from "../announcements.messages.ts";
import { TEXT_MOST_CHARS } from "./draft.model.ts";
import type { SpokenText } from "./draft.model.ts";
import { languagesOf, nearestLanguage, voicesFor } from "./voices.model.ts";
import type { Voice } from "./voices.model.ts";
import styles from "./AnnouncementDialog.module.css";

interface SpeechPartProps {
  readonly spoken: SpokenText;
  readonly onChange: (change: Partial<SpokenText>) => void;
}

/** A text for an engine to speak; without an engine, a message says so. */
export function SpeechPart({ spoken, onChange }: SpeechPartProps) {
  const t = useWords(announcementsMessages);
  const { api } = usePanel();
  const query = useQuery(voicesQuery(api));
  if (query.isError)
    return <LoadFailed error={query.error} fallback="announce.voices" onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={160} />;
  if (query.data.engine === null) return <p className={styles.dim}>{t("announcements.noEngine")}</p>;
  return (
    <>
      <Text spoken={spoken} onChange={onChange} />
      <VoiceFields spoken={spoken} onChange={onChange} voices={query.data.data} />
      <Preview spoken={spoken} />
    </>
  );
}

const TEXT_TYPES = ["text", "ssml"] as const;

function Text({ spoken: { text_to_speech: text, text_type: type }, onChange }: SpeechPartProps) {
  const t = useWords(announcementsMessages);
  return (
    <>
      <Segments
        label={t("announcements.textType")}
        segments={TEXT_TYPES.map((value) => ({ value, label: t(`announcements.textType.${value}`) }))}
        value={type}
        onChange={(next) => onChange({ text_type: next })}
      />
      <TextArea
        required
        label={t("announcements.text")}
        hint={t("announcements.textHint", { left: TEXT_MOST_CHARS - text.length })}
        maxLength={TEXT_MOST_CHARS}
        value={text}
        spellCheck={type === "text"}
        placeholder={type === "ssml" ? t("announcements.ssmlExample") : undefined}
        onChange={({ currentTarget }) => onChange({ text_to_speech: currentTarget.value })}
      />
    </>
  );
}

interface VoiceFieldsProps extends SpeechPartProps {
  readonly voices: readonly Voice[];
}

function VoiceFields({ spoken, onChange, voices }: VoiceFieldsProps) {
  const t = useWords(announcementsMessages);
  const { locale } = useLocaleWords();
  const formats = useFormats();
  const language = nearestLanguage(spoken.ttsLanguage, voices);
  const byName = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, locale);
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t("announcements.speechLanguage")}
          choices={languagesOf(voices)
            .map((value) => ({ value, label: languageName(value, locale) }))
            .toSorted(byName)}
          value={language}
          onChange={(ttsLanguage) => onChange({ ttsLanguage, voice_type: "" })}
        />
        <SelectField
          label={t("announcements.voice")}
          choices={[
            { value: "", label: t("announcements.voice.own") },
            ...voicesFor(language, voices).map(({ name, ssml_gender }) => ({
              value: name,
              label: t("announcements.voice.named", { name, gender: t(`announcements.gender.${ssml_gender}`) }),
            })),
          ]}
          value={spoken.voice_type}
          onChange={(voice_type) => onChange({ voice_type })}
        />
      </div>
      <div className={styles.sliders}>
        <Range
          label={t("announcements.speed")}
          shown={t("announcements.times", { speed: formats.number(spoken.speed) })}
          bounds={[0.5, 2, 0.05]}
          value={spoken.speed}
          onChange={(speed) => onChange({ speed })}
        />
        <Range
          label={t("announcements.pitch")}
          shown={t("announcements.semitones", { semitones: formats.number(spoken.pitch) })}
          bounds={[-12, 12, 1]}
          value={spoken.pitch}
          onChange={(pitch) => onChange({ pitch })}
        />
        <Range
          label={t("announcements.volume")}
          shown={t("announcements.decibels", { decibels: formats.number(spoken.volume_gain_db) })}
          bounds={[-20, 12, 1]}
          value={spoken.volume_gain_db}
          onChange={(volume_gain_db) => onChange({ volume_gain_db })}
        />
      </div>
    </>
  );
}

interface RangeProps {
  readonly label: string;
  readonly shown: string;
  readonly bounds: readonly [min: number, max: number, step: number];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Range({ label, shown, bounds: [min, max, step], value, onChange }: RangeProps) {
  return (
    <div className={styles.range}>
      <span className={styles.rangeHead} aria-hidden="true">
        <span>{label}</span>
        <span className={styles.dim}>{shown}</span>
      </span>
      <Slider
        aria-label={label}
        aria-valuetext={shown}
        min={min}
        max={max}
        step={step}
        // A value beyond the scale, set by another client, is shown at the end of the scale.
        value={Math.min(max, Math.max(min, value))}
        onChange={onChange}
      />
    </div>
  );
}

/** Plays the spoken text; each press generates it again. */
function Preview({ spoken }: Pick<SpeechPartProps, "spoken">) {
  const t = useWords(announcementsMessages);
  const words = usePlayerWords();
  const locale = useLocaleWords();
  const { download, notices } = usePanel();
  const [heard, setHeard] = useState<SpokenText | null>(null);
  const isEmpty = spoken.text_to_speech.trim() === "";
  return (
    <>
      <div className={styles.tools}>
        <Button icon={IconVolume} disabled={isEmpty || heard === spoken} onClick={() => setHeard(spoken)}>
          {t("announcements.preview")}
        </Button>
        {heard === null || heard === spoken ? null : (
          <span className={styles.dim}>{t("announcements.previewOld")}</span>
        )}
      </div>
      {heard === null ? null : (
        <SoundPlayer
          soundId={JSON.stringify(heard)}
          label={t("announcements.previewOf")}
          words={words}
          fetchSound={(asked) =>
            fetchPreview(
              download,
              heard,
            )(asked).catch((error: unknown) => {
              if (!asked.signal.aborted) notices.error(locale.say(sayError(error, "announce.preview")));
              throw error;
            })
          }
        />
      )}
    </>
  );
}
