import type { PanelErrorCode } from "@callpanel/contract";
import { Dialog } from "@callpanel/ui";
import { lazy, Suspense, useEffect, useReducer } from "react";
import { sayError } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { Deletion } from "./Deletion.tsx";
import { PictureChoice } from "./PictureChoice.tsx";
import { openPicture } from "./pictureFile.ts";
import { FIRST_VIEW, stepView } from "./pictures.model.ts";
import type { PictureView } from "./pictures.model.ts";
import { picturesMessages } from "./pictures.messages.ts";
import { usePictures } from "./usePictures.ts";
import styles from "./PictureDialog.module.css";

const Framing = lazy(async () => ({ default: (await import("./Framing.tsx")).Framing }));

const WIDTH_PX = 460;
const TITLES = {
  choosing: "pictures.title",
  framing: "pictures.frameTitle",
  deleting: "pictures.deleteTitle",
} as const satisfies Record<PictureView["kind"], keyof typeof picturesMessages>;

export interface PictureDialogProps {
  /** The address that others see from now on; null for the initials. */
  readonly onChange: (pictureProfileUrl: string | null) => void;
  readonly onClose: () => void;
}

/** The person's own pictures: choose the public one, upload and crop a new one, delete (spec 1 §2). */
export function PictureDialog({ onChange, onClose }: PictureDialogProps) {
  const t = useWords(picturesMessages);
  const words = useLocaleWords();
  const { notices } = usePanel();
  const [view, dispatch] = useReducer(stepView, FIRST_VIEW);
  const { query, show, upload, remove } = usePictures(onChange);
  useRelease(view);

  const fail = (error: unknown, fallback: PanelErrorCode) =>
    dispatch({ type: "failed", error: sayError(error, fallback) });
  const done = (text: "pictures.shown" | "pictures.deleted") => {
    dispatch({ type: "returned" });
    notices.success(t(text));
  };
  const open = async (file: File) => {
    try {
      dispatch({ type: "opened", picture: await openPicture(file) });
    } catch (error) {
      fail(error, "userPictureProfiles.errors.unvalidateImage");
    }
  };
  const save = async (draw: () => Promise<Blob>) => {
    try {
      await upload.mutateAsync(await draw());
      done("pictures.shown");
    } catch (error) {
      fail(error, "userPictureProfiles.errors.save");
    }
  };
  const erase = async (id: number) => {
    try {
      await remove.mutateAsync(id);
      done("pictures.deleted");
    } catch (error) {
      fail(error, "userPictureProfiles.errors.delete");
    }
  };
  const choose = (id: number | null) => {
    dispatch({ type: "returned" });
    show.mutate(id, { onError: (error) => fail(error, "userPictureProfiles.errors.save") });
  };
  const back = () => dispatch({ type: "returned" });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(TITLES[view.kind])}
      closeLabel={t("pictures.close")}
      width={WIDTH_PX}
      persistent={view.kind === "framing"}
    >
      {view.error ? (
        <p className={styles.error} role="alert">
          {words.say(view.error)}
        </p>
      ) : null}
      {view.kind === "choosing" ? (
        <PictureChoice
          query={query}
          onChoose={choose}
          onUpload={(file) => void open(file)}
          onDelete={(picture) => dispatch({ type: "deletionAsked", picture })}
        />
      ) : null}
      {view.kind === "framing" ? (
        <Suspense fallback={<div className={styles.waiting} />}>
          <Framing picture={view.picture} busy={upload.isPending} onSave={(draw) => void save(draw)} onCancel={back} />
        </Suspense>
      ) : null}
      {view.kind === "deleting" ? (
        <Deletion
          picture={view.picture}
          busy={remove.isPending}
          onConfirm={() => void erase(view.picture.id)}
          onCancel={back}
        />
      ) : null}
    </Dialog>
  );
}

/** The file's memory is given back when it is no longer framed. */
function useRelease(view: PictureView): void {
  const framed = view.kind === "framing" ? view.picture : null;
  useEffect(() => (framed === null ? undefined : framed.release), [framed]);
}
