import type { CompanyApplication } from "@callpanel/contract";
import { Button, ConfirmDialog, IconPlus, IconRefresh, IconTrash, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { applicationChanges, applicationsQuery } from "./applications.api.ts";
import { companyMessages } from "./company.messages.ts";
import { NewApplication } from "./NewApplication.tsx";
import { NewSecret } from "./NewSecret.tsx";
import page from "../parts/Page.module.css";

/** COMPANY-40: applications of their own server that sign people in here. */
export function CompanyApplications() {
  const t = useWords(companyMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(applicationsQuery(api));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<CompanyApplication | null>(null);
  const [renewing, setRenewing] = useState<CompanyApplication | null>(null);
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  const add = (
    <Button icon={IconPlus} onClick={() => setAdding(true)}>
      {t("company.apps.new")}
    </Button>
  );
  const remove = ({ client_id: id, name }: CompanyApplication) =>
    run({
      fallback: "administration.save",
      change: (wire) => applicationChanges.remove(wire, id),
      done: () => t("company.apps.removed", { name }),
      after: () => setRemoving(null),
    });
  return (
    <Section title={t("company.apps")} hint={t("company.apps.hint")} actions={add}>
      {data !== undefined ? (
        <ApplicationList applications={data.data} onNewSecret={setRenewing} onRemove={setRemoving} />
      ) : error === null ? (
        <LoadingBlock height={48} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
      {adding ? <NewApplication onClose={() => setAdding(false)} /> : null}
      {renewing === null ? null : <NewSecret application={renewing} onClose={() => setRenewing(null)} />}
      {removing === null ? null : (
        <ConfirmDialog
          opened
          danger
          title={t("company.apps.removeTitle", { name: removing.name })}
          text={t("company.apps.removeText")}
          confirmLabel={t("company.apps.remove")}
          cancelLabel={t("company.apps.cancel")}
          closeLabel={t("company.apps.close")}
          busy={busy}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        />
      )}
    </Section>
  );
}

interface ApplicationListProps {
  readonly applications: readonly CompanyApplication[];
  readonly onNewSecret: (application: CompanyApplication) => void;
  readonly onRemove: (application: CompanyApplication) => void;
}

function ApplicationList({ applications, onNewSecret, onRemove }: ApplicationListProps) {
  const t = useWords(companyMessages);
  const time = useTimeText();
  if (applications.length === 0) return <p className={page.dim}>{t("company.apps.none")}</p>;
  return (
    <FactRows label={t("company.apps.rows")}>
      {applications.map((application) => (
        <FactRow
          key={application.client_id}
          name={application.name}
          about={[
            `${t("company.apps.clientId")} ${application.client_id}`,
            ...(application.added_at === null ? [] : [t("company.apps.added", { time: time(application.added_at) })]),
            ...(application.old_secret_until === null
              ? []
              : [t("company.apps.oldUntil", { time: time(application.old_secret_until) })]),
          ]}
          more={application.redirect_uris}
        >
          <Button
            icon={IconRefresh}
            aria-label={t("company.apps.newSecretNamed", { name: application.name })}
            onClick={() => onNewSecret(application)}
          >
            {t("company.apps.newSecret")}
          </Button>
          <Button
            icon={IconTrash}
            aria-label={t("company.apps.removeNamed", { name: application.name })}
            onClick={() => onRemove(application)}
          >
            {t("company.apps.remove")}
          </Button>
        </FactRow>
      ))}
    </FactRows>
  );
}
