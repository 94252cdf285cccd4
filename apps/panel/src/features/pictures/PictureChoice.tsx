import { PICTURE_MEDIA_TYPES, PICTURES_MAX, type Picture, type Pictures } from "@callpanel/contract";
import {
  Avatar,
  Button,
  FileButton,
  IconAlertTriangle,
  IconButton,
  IconTrash,
  IconUpload,
  Skeleton,
  StatePanel,
} from "@callpanel/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { sayError } from "../../shared/api/api.ts";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { usePanel } from "../../shared/panel.ts";
import { fullNameOf } from "../../shared/viewer.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { focusOnArrival } from "../../shared/focusOnArrival.ts";
import { picturesMessages } from "./pictures.messages.ts";
import styles from "./PictureChoice.module.css";

const TILE_PX = 88;

export interface PictureChoiceProps {
  readonly query: UseQueryResult<Pictures>;
  /** Null: the initials. */
  readonly onChoose: (id: number | null) => void;
  readonly onUpload: (file: File) => void;
  readonly onDelete: (picture: Picture) => void;
}

/** The initials and the person's pictures, one of them selected, and a tile to add a new one. */
export function PictureChoice({ query, onChoose, onUpload, onDelete }: PictureChoiceProps) {
  const t = useWords(picturesMessages);
  const words = useLocaleWords();
  const { data, error } = query;
  if (data === undefined && error !== null)
    return (
      <StatePanel
        urgent
        icon={IconAlertTriangle}
        title={words.say(sayError(error, "userPictureProfiles.errors.load"))}
        action={<Button onClick={() => void query.refetch()}>{t("pictures.retry")}</Button>}
      />
    );
  if (data === undefined)
    return (
      <output className={styles.tiles} aria-busy="true" aria-label={t("pictures.loading")}>
        <Skeleton width={TILE_PX} height={TILE_PX} round />
        <Skeleton width={TILE_PX} height={TILE_PX} round />
      </output>
    );
  const full = data.data.length >= PICTURES_MAX;
  return (
    <>
      <Tiles pictures={data} onChoose={onChoose} onDelete={onDelete} />
      {data.data.length === 0 ? <p className={styles.hint}>{t("pictures.none")}</p> : null}
      {full ? <p className={styles.hint}>{t("pictures.full", { limit: PICTURES_MAX })}</p> : null}
      <p className={styles.hint}>{t("pictures.later")}</p>
      <div className={styles.buttons}>{full ? null : <UploadButton onUpload={onUpload} />}</div>
    </>
  );
}

function Tiles({
  pictures,
  onChoose,
  onDelete,
}: Pick<PictureChoiceProps, "onChoose" | "onDelete"> & { readonly pictures: Pictures }) {
  const t = useWords(picturesMessages);
  const { dateTime } = useFormats();
  const { user } = usePanel().viewer;
  return (
    <fieldset className={styles.tiles} aria-label={t("pictures.choose")}>
      <label className={styles.tile} data-tip={t("pictures.initials")}>
        <input
          ref={pictures.picture_type === "initials" ? focusOnArrival : undefined}
          type="radio"
          name="picture"
          aria-label={t("pictures.initials")}
          checked={pictures.picture_type === "initials"}
          onChange={() => onChoose(null)}
        />
        <Avatar name={fullNameOf(user)} size={TILE_PX} />
      </label>
      {pictures.data.map((picture, index) => {
        const { id, url, isActive, updatedAt } = picture;
        const number = pictures.data.length - index;
        const label = t("pictures.one", { number, date: dateTime(updatedAt) });
        return (
          <span key={id} className={styles.place}>
            <label className={styles.tile} data-tip={label}>
              <input
                ref={isActive ? focusOnArrival : undefined}
                type="radio"
                name="picture"
                aria-label={label}
                checked={isActive}
                onChange={() => onChoose(id)}
              />
              <img src={url} alt="" width={TILE_PX} height={TILE_PX} />
            </label>
            <IconButton
              className={styles.delete}
              icon={IconTrash}
              size="small"
              look="outline"
              label={t("pictures.delete", { number })}
              onClick={() => onDelete(picture)}
            />
          </span>
        );
      })}
    </fieldset>
  );
}

function UploadButton({ onUpload }: Pick<PictureChoiceProps, "onUpload">) {
  const t = useWords(picturesMessages);
  return (
    <FileButton look="primary" icon={IconUpload} accept={PICTURE_MEDIA_TYPES.join(",")} onFile={onUpload}>
      {t("pictures.upload")}
    </FileButton>
  );
}
