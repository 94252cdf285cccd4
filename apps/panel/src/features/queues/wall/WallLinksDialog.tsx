import { createQueueWall, QUEUE_WALL_QUEUES_MAX, removeQueueWall } from "@callpanel/contract";
import type { QueueName, QueueWall } from "@callpanel/contract";
import { Button, Checkbox, ConfirmDialog, Dialog, IconCopy, IconTrash, Skeleton, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queueNamesQuery } from "../queues.api.ts";
import { queuesMessages } from "../queues.messages.ts";
import { wallAddress, wallsQuery } from "./wallLinks.api.ts";
import styles from "./WallLinksDialog.module.css";

const WIDTH_PX = 520;
const NAME_CHARS_MAX = 100;

export interface WallLinksDialogProps {
  /** Chosen at first: the watched queues. */
  readonly watched: readonly string[];
  readonly onClose: () => void;
}

/** QDASH-13: links for displays on a wall: everyone who has one sees the figures of its queues, until it is revoked. */
export function WallLinksDialog({ watched, onClose }: WallLinksDialogProps) {
  const t = useWords(queuesMessages);
  const { api } = usePanel();
  const walls = useQuery(wallsQuery(api));
  const names = useQuery(queueNamesQuery(api));
  const [secret, setSecret] = useState<string | null>(null);
  const failed = [walls, names].find(({ isError, data }) => isError && data === undefined);
  return (
    <Dialog opened onClose={onClose} title={t("queues.wall.title")} closeLabel={t("queues.close")} width={WIDTH_PX}>
      <div className={styles.dialog}>
        <p className={styles.dim}>{t("queues.wall.text")}</p>
        {failed ? (
          <LoadFailed error={failed.error} fallback="queues.wallsLoad" onRetry={() => void failed.refetch()} />
        ) : walls.data === undefined || names.data === undefined ? (
          <Skeleton height={180} />
        ) : (
          <>
            {secret === null ? (
              <NewLink queues={names.data.data} watched={watched} onMade={setSecret} />
            ) : (
              <MadeLink secret={secret} onMore={() => setSecret(null)} />
            )}
            <Links walls={walls.data} queues={names.data.data} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface NewLinkProps {
  readonly queues: readonly QueueName[];
  readonly watched: readonly string[];
  readonly onMade: (secret: string) => void;
}

function NewLink({ queues, watched, onMade }: NewLinkProps) {
  const t = useWords(queuesMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: wallsQuery(api).queryKey }));
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(() =>
    queues
      .map(({ number }) => number)
      .filter((number) => watched.includes(number))
      .slice(0, QUEUE_WALL_QUEUES_MAX),
  );
  const isFull = chosen.length >= QUEUE_WALL_QUEUES_MAX;
  const isValid = name.trim() !== "" && chosen.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || busy) return;
    run({
      fallback: "queues.wallMake",
      change: async (made) => onMade((await made.call(createQueueWall, { body: { name, queues: chosen } })).secret),
      done: null,
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t("queues.wall.name")}
        hint={t("queues.wall.nameHint")}
        maxLength={NAME_CHARS_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.choices}>
        <legend>{t("queues.wall.queues")}</legend>
        {queues.map(({ number, name: label }) => (
          <Checkbox
            key={number}
            label={label}
            checked={chosen.includes(number)}
            disabled={isFull && !chosen.includes(number)}
            onChange={(checked) => setChosen(checked ? [...chosen, number] : chosen.filter((one) => one !== number))}
          />
        ))}
      </fieldset>
      <div>
        <Button type="submit" look="primary" disabled={!isValid} busy={busy}>
          {t("queues.wall.make")}
        </Button>
      </div>
    </form>
  );
}

/** The only time that the link can be seen. */
function MadeLink({ secret, onMore }: { readonly secret: string; readonly onMore: () => void }) {
  const t = useWords(queuesMessages);
  const { copyText, notices } = usePanel();
  const address = wallAddress(secret);
  const copy = () =>
    void copyText(address).then(
      () => notices.success(t("queues.wall.copied")),
      () => notices.error(t("queues.wall.copyFailed")),
    );
  return (
    <div className={styles.form}>
      <TextField
        label={t("queues.wall.link")}
        hint={t("queues.wall.once")}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.buttons}>
        <Button look="primary" icon={IconCopy} data-autofocus onClick={copy}>
          {t("queues.wall.copy")}
        </Button>
        <a className={styles.open} href={address} target="_blank" rel="noreferrer">
          {t("queues.wall.open")}
        </a>
        <Button look="quiet" onClick={onMore}>
          {t("queues.wall.another")}
        </Button>
      </div>
    </div>
  );
}

function Links({ walls, queues }: { readonly walls: readonly QueueWall[]; readonly queues: readonly QueueName[] }) {
  const t = useWords(queuesMessages);
  const { api, clock } = usePanel();
  const client = useQueryClient();
  const { recent } = useFormats();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: wallsQuery(api).queryKey }));
  const [ending, setEnding] = useState<QueueWall | null>(null);
  if (walls.length === 0) return null;
  const nameOf = (number: string) => queues.find((one) => one.number === number)?.name ?? number;
  const used = ({ used_at: at }: QueueWall) =>
    at === null ? t("queues.wall.unused") : t("queues.wall.used", { time: recent(at, clock.now()) });
  return (
    <>
      <ul className={styles.links} aria-label={t("queues.wall.links")}>
        {walls.map((wall) => (
          <li key={wall.id} className={styles.link} aria-label={wall.name}>
            <p className={styles.what}>
              <span className={styles.name}>{wall.name}</span>
              <span className={styles.dim}>
                {[wall.queues.map(nameOf).join(", "), wall.created_by.name, used(wall)].join(" · ")}
              </span>
            </p>
            <Button icon={IconTrash} onClick={() => setEnding(wall)}>
              {t("queues.wall.revoke")}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t("queues.wall.revokeTitle", { name: ending?.name ?? "" })}
        text={t("queues.wall.revokeText")}
        closeLabel={t("queues.close")}
        cancelLabel={t("queues.wall.keep")}
        confirmLabel={t("queues.wall.revoke")}
        danger
        busy={busy}
        onConfirm={() => {
          const id = ending?.id;
          if (id === undefined) return;
          run({
            fallback: "queues.wallRevoke",
            change: (made) => made.call(removeQueueWall, { params: { id } }),
            done: () => t("queues.wall.revoked"),
            after: () => setEnding(null),
          });
        }}
      />
    </>
  );
}
