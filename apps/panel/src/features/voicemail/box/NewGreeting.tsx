import { GREETING_MAX_BYTES, GREETING_TEXT_CHARS } from "@callpanel/contract";
import {
  Button,
  FileButton,
  IconUpload,
  Segments,
  SelectField,
  SoundPlayer,
  SoundRecorder,
  TextArea,
  wavSecondsWithin,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { UnsavedContext, useUnsaved } from "../../../shared/form/unsaved.ts";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords, useRecorderWords } from "../../../shared/sound/useSoundWords.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { greetingChanges, speechQuery } from "./box.api.ts";
import type { GreetingPlace } from "./box.api.ts";
import { boxMessages } from "./box.messages.ts";
import { uploadFault } from "./box.model.ts";
import { useBoxChange } from "./useBoxChange.ts";
import styles from "./BoxDialog.module.css";

const WAYS = ["record", "upload", "speak"] as const;
const MEGABYTES = GREETING_MAX_BYTES / 1024 / 1024;
/** The recorder's default rate. The maximum is one minute, because most callers do not listen longer. */
const RATE_HZ = 16_000;
const MAX_SECONDS = Math.min(60, wavSecondsWithin(GREETING_MAX_BYTES, RATE_HZ));

interface NewGreetingProps {
  readonly place: GreetingPlace;
}

/** A greeting from the microphone, from a file or from text; it is used only after the person confirms. */
export function NewGreeting({ place }: NewGreetingProps) {
  const t = useWords(boxMessages);
  const unsaved = useContext(UnsavedContext);
  const [way, setWay] = useState<(typeof WAYS)[number]>("record");
  return (
    <section className={styles.part} aria-label={t("box.new")}>
      <h3 className={styles.title}>{t("box.new")}</h3>
      <Segments
        label={t("box.way")}
        segments={WAYS.map((value) => ({ value, label: t(`box.way.${value}`) }))}
        value={way}
        onChange={(value) => unsaved.ask(() => setWay(value))}
      />
      {way === "record" ? (
        <FromMicrophone place={place} />
      ) : way === "upload" ? (
        <FromFile place={place} />
      ) : (
        <FromText place={place} />
      )}
    </section>
  );
}

function useUse(place: GreetingPlace) {
  const t = useWords(boxMessages);
  const { busy, run } = useBoxChange("vmail.greeting.save");
  return { busy, use: (file: Blob) => run((api) => greetingChanges.upload(api, place, file), t("box.done.use")) };
}

function FromMicrophone({ place }: NewGreetingProps) {
  const t = useWords(boxMessages);
  const words = useRecorderWords();
  const [file, setFile] = useState<File | null>(null);
  const [isStarted, setStarted] = useState(false);
  useUnsaved(isStarted);
  const { busy, use } = useUse(place);
  return (
    <>
      <SoundRecorder
        words={words}
        maxSeconds={MAX_SECONDS}
        rateHz={RATE_HZ}
        fileName={`${place.type}.wav`}
        onRecorded={setFile}
        onStarted={setStarted}
      />
      <UseButton busy={busy} onClick={file === null ? null : () => use(file)}>
        {t("box.use")}
      </UseButton>
    </>
  );
}

function FromFile({ place }: NewGreetingProps) {
  const t = useWords(boxMessages);
  const words = useLocaleWords();
  const player = usePlayerWords();
  const [file, setFile] = useState<File | null>(null);
  useUnsaved(file !== null);
  const { busy, use } = useUse(place);
  const fault = file === null ? undefined : uploadFault(file);
  return (
    <>
      <p className={styles.dim}>{t("box.file", { megabytes: MEGABYTES })}</p>
      <div className={styles.tools}>
        <FileButton icon={IconUpload} accept=".wav,audio/wav,audio/x-wav" onFile={setFile}>
          {t("box.choose")}
        </FileButton>
        <bdi className={styles.dim}>{file?.name}</bdi>
      </div>
      {fault === undefined ? null : <p role="alert">{words.error(fault, { megabytes: MEGABYTES })}</p>}
      {file === null || fault !== undefined ? null : (
        <SoundPlayer
          soundId={`${file.name}-${file.lastModified}-${file.size}`}
          label={file.name}
          words={player}
          fetchSound={() => Promise.resolve(file)}
        />
      )}
      <UseButton busy={busy} onClick={file === null || fault !== undefined ? null : () => use(file)}>
        {t("box.use")}
      </UseButton>
    </>
  );
}

function FromText({ place }: NewGreetingProps) {
  const t = useWords(boxMessages);
  const { api } = usePanel();
  const { data: speech } = useQuery(speechQuery(api, place));
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  useUnsaved(typed !== null && typed !== (speech?.text ?? ""));
  const { busy, run } = useBoxChange("vmail.greeting.save");
  if (speech === undefined) return null;
  if (!speech.available) return <p className={styles.dim}>{t("box.noSpeech")}</p>;
  const text = typed ?? speech.text ?? "";
  const voice = chosen ?? speech.voice ?? speech.voices[0]?.id ?? "";
  const speak = () =>
    run((asked) => greetingChanges.speak(asked, place, { text: text.trim(), voice }), t("box.done.use"));
  return (
    <>
      <TextArea
        label={t("box.text")}
        hint={t("box.textHint", { left: GREETING_TEXT_CHARS - text.length })}
        maxLength={GREETING_TEXT_CHARS}
        value={text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {speech.voices.length === 0 ? null : (
        <SelectField
          label={t("box.voice")}
          choices={speech.voices.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
          value={voice}
          onChange={setChosen}
        />
      )}
      <UseButton busy={busy} onClick={text.trim() === "" ? null : speak}>
        {t("box.use")}
      </UseButton>
    </>
  );
}

interface UseButtonProps {
  readonly busy: boolean;
  /** Null: there is no sound to use yet. */
  readonly onClick: (() => void) | null;
  readonly children: string;
}

function UseButton({ busy, onClick, children }: UseButtonProps) {
  return (
    <div className={styles.tools}>
      <Button look="primary" busy={busy} disabled={onClick === null} onClick={onClick ?? undefined}>
        {children}
      </Button>
    </div>
  );
}
