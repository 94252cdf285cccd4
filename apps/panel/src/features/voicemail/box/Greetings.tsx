import { GREETING_TYPES } from "@callpanel/contract";
import type { BoxGreeting, GreetingType, VoicemailBox, VoicemailGreeting } from "@callpanel/contract";
import {
  Button,
  ConfirmDialog,
  IconArchive,
  IconButton,
  IconRestore,
  IconRotate2,
  IconTrash,
  Segments,
  Skeleton,
  SoundPlayer,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { UnsavedContext } from "../../../shared/form/unsaved.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { usePlayerWords } from "../../../shared/sound/useSoundWords.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ArchiveGreeting } from "./ArchiveGreeting.tsx";
import { fetchGreeting, greetingChanges, greetingQuery } from "./box.api.ts";
import type { GreetingPlace } from "./box.api.ts";
import { boxMessages } from "./box.messages.ts";
import { NewGreeting } from "./NewGreeting.tsx";
import { useBoxChange } from "./useBoxChange.ts";
import styles from "./BoxDialog.module.css";

/** In the order in which people expect them. */
const ORDER: readonly GreetingType[] = GREETING_TYPES.toSorted((a, b) => rank(a) - rank(b));
function rank(type: GreetingType): number {
  return { unavail: 0, busy: 1, temp: 2, greet: 3 }[type];
}

/** The four greetings: the active one, a new one, and the archived ones. */
export function Greetings({ box }: { readonly box: VoicemailBox }) {
  const t = useWords(boxMessages);
  const { api } = usePanel();
  const unsaved = useContext(UnsavedContext);
  const [type, setType] = useState<GreetingType>("unavail");
  const place = { id: box.id, type };
  const query = useQuery(greetingQuery(api, place));
  return (
    <div className={styles.form}>
      <Segments
        label={t("box.tab.greetings")}
        segments={ORDER.map((value) => ({ value, label: t(`box.greeting.${value}`) }))}
        value={type}
        onChange={(value) => unsaved.ask(() => setType(value))}
      />
      <p className={styles.dim}>{t(`box.greetingHint.${type}`)}</p>
      {query.data !== undefined ? (
        <Greeting key={type} place={place} greeting={query.data} />
      ) : query.isError ? (
        <LoadFailed error={query.error} fallback="vmail.greeting.load" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={88} />
      )}
    </div>
  );
}

interface GreetingProps {
  readonly place: GreetingPlace;
  readonly greeting: BoxGreeting;
}

function Greeting({ place, greeting: { greeting, archived, may_write: mayWrite } }: GreetingProps) {
  const t = useWords(boxMessages);
  return (
    <>
      {greeting === null ? <p>{t("box.default")}</p> : <InUse place={place} greeting={greeting} mayWrite={mayWrite} />}
      {mayWrite ? <NewGreeting key={greeting?.id ?? "default"} place={place} /> : null}
      {archived.length === 0 ? null : (
        <section className={styles.archived} aria-label={t("box.archived")}>
          <h3 className={styles.title}>{t("box.archived")}</h3>
          {archived.map((one) => (
            <Kept key={one.id} place={place} greeting={one} mayWrite={mayWrite} />
          ))}
        </section>
      )}
    </>
  );
}

interface OneProps {
  readonly place: GreetingPlace;
  readonly greeting: VoicemailGreeting;
  readonly mayWrite: boolean;
}

function InUse({ place, greeting, mayWrite }: OneProps) {
  const t = useWords(boxMessages);
  const formats = useFormats();
  const words = usePlayerWords();
  const { download } = usePanel();
  const [asks, setAsks] = useState<"none" | "archive" | "reset">("none");
  const { busy, run } = useBoxChange("vmail.greeting.save");
  const close = () => setAsks("none");
  return (
    <div className={styles.part}>
      <p className={styles.dim}>{t("box.inUse", { date: formats.dateTime(greeting.time) })}</p>
      {greeting.text === null ? null : <p className={styles.dim}>{t("box.spoken", { text: greeting.text })}</p>}
      <SoundPlayer
        soundId={`${greeting.id}-${greeting.time}`}
        label={t("box.sound")}
        words={words}
        durationSeconds={greeting.duration}
        fetchSound={fetchGreeting(download, greeting.id)}
      />
      {mayWrite ? (
        <div className={styles.tools}>
          <Button icon={IconArchive} onClick={() => setAsks("archive")}>
            {t("box.archive")}
          </Button>
          <Button look="quiet" icon={IconRotate2} onClick={() => setAsks("reset")}>
            {t("box.reset")}
          </Button>
        </div>
      ) : null}
      {asks === "archive" ? <ArchiveGreeting greeting={greeting} onClose={close} /> : null}
      <ConfirmDialog
        opened={asks === "reset"}
        danger
        title={t("box.resetTitle")}
        text={t("box.resetText")}
        closeLabel={t("box.close")}
        cancelLabel={t("box.cancel")}
        confirmLabel={t("box.reset")}
        busy={busy}
        onClose={close}
        onConfirm={() => run((api) => greetingChanges.reset(api, place), t("box.done.reset"), close)}
      />
    </div>
  );
}

function Kept({ place, greeting, mayWrite }: OneProps) {
  const t = useWords(boxMessages);
  const words = usePlayerWords();
  const { download } = usePanel();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useBoxChange("vmail.greeting.save");
  const name = greeting.archive_name ?? t("box.noName");
  const close = () => setAsks(false);
  return (
    <div className={styles.kept}>
      <div className={styles.keptHead}>
        <bdi className={styles.keptName}>{name}</bdi>
        {mayWrite ? (
          <>
            <IconButton
              icon={IconRestore}
              label={t("box.restore", { name })}
              disabled={busy}
              onClick={() =>
                run((api) => greetingChanges.restore(api, greeting.id, place.type), t("box.done.restore", { name }))
              }
            />
            <IconButton icon={IconTrash} label={t("box.remove", { name })} onClick={() => setAsks(true)} />
          </>
        ) : null}
      </div>
      <SoundPlayer
        soundId={greeting.id}
        label={t("box.soundOf", { name })}
        words={words}
        loads="played"
        durationSeconds={greeting.duration}
        fetchSound={fetchGreeting(download, greeting.id)}
      />
      <ConfirmDialog
        opened={asks}
        danger
        title={t("box.removeTitle")}
        text={t("box.removeText", { name })}
        closeLabel={t("box.close")}
        cancelLabel={t("box.cancel")}
        confirmLabel={t("box.deleteDo")}
        busy={busy}
        onClose={close}
        onConfirm={() => run((api) => greetingChanges.remove(api, greeting.id), t("box.done.remove", { name }), close)}
      />
    </div>
  );
}
