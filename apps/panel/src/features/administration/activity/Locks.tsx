import type { SignInLock } from "@callpanel/contract";
import { mayManage } from "@callpanel/contract";
import { Button, IconLockOpen, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { lift, locksQuery } from "./activity.api.ts";
import { activityMessages } from "./activity.messages.ts";
import { useTimeText } from "./useTimeText.ts";
import page from "../parts/Page.module.css";

/** ACTIVITY-5: what is locked after wrong passwords, codes and PINs. */
export function Locks() {
  const t = useWords(activityMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(locksQuery(api));
  return (
    <Section title={t("activity.locks")} hint={t("activity.locksHint")}>
      {data !== undefined ? (
        <LockRows locks={data} />
      ) : error === null ? (
        <LoadingBlock height={60} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function LockRows({ locks }: { readonly locks: readonly SignInLock[] }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const { viewer } = usePanel();
  const client = useQueryClient();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  if (locks.length === 0) return <p className={page.dim}>{t("activity.noLocks")}</p>;
  return (
    <FactRows label={t("activity.locks")}>
      {locks.map(({ id, kind, name, address, until }) => {
        const title = name === "" ? address : name;
        return (
          <FactRow
            key={id}
            name={title}
            about={[t(`activity.lock.${kind}`, { address }), t("activity.lockUntil", { time: time(until) })]}
          >
            {mayManage(viewer.rights, "people") ? (
              <Button
                icon={IconLockOpen}
                aria-label={t("activity.liftNamed", { name: title })}
                busy={busy}
                onClick={() =>
                  run({
                    fallback: "administration.save",
                    change: (api) => lift(api, id),
                    done: () => t("activity.lifted"),
                  })
                }
              >
                {t("activity.lift")}
              </Button>
            ) : null}
          </FactRow>
        );
      })}
    </FactRows>
  );
}
