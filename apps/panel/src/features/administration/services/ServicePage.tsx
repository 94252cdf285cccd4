import { mayManage } from "@callpanel/contract";
import type { SettingForm } from "@callpanel/contract";
import { LoadingBlock, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { RemovableHead } from "../parts/RemovableHead.tsx";
import { Section } from "../parts/Section.tsx";
import { MembersField } from "./MembersField.tsx";
import type { ServiceKind } from "./service.kinds.ts";
import { checksOf, keyOf, storedService } from "./service.model.ts";
import type { Service, ServiceValues } from "./service.model.ts";
import { serviceQuery } from "./services.api.ts";
import { servicesMessages, wordOf } from "./services.messages.ts";
import { SettingField } from "./SettingField.tsx";
import page from "../parts/Page.module.css";

export interface ServicePageProps {
  readonly kind: ServiceKind;
  readonly number: string;
}

/** The page of one queue or room. */
export function ServicePage({ kind, number }: ServicePageProps) {
  const t = useWords(servicesMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(serviceQuery(api, kind, number));
  return (
    <div className={page.page}>
      <BackLink to={kind.path} label={t(`services.${kind.area}.back`)} />
      {data === undefined ? (
        error === null ? (
          <LoadingBlock height={320} />
        ) : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Head kind={kind} service={data} />
          <ServiceForm kind={kind} service={data} />
        </>
      )}
    </div>
  );
}

interface PartProps {
  readonly kind: ServiceKind;
  readonly service: Service;
}

function Head({ kind, service: { number, name } }: PartProps) {
  const t = useWords(servicesMessages);
  const { viewer } = usePanel();
  return (
    <RemovableHead
      mayRemove={mayManage(viewer.rights, kind.area)}
      words={{
        remove: t("services.remove"),
        title: t("services.removeTitle", { name }),
        text: t("services.removeText"),
        cancel: t("services.cancel"),
        close: t("services.close"),
        removed: t("services.removed", { name }),
      }}
      remove={(api) => kind.remove(api, number)}
      list={kind.path}
    >
      <bdi>{name}</bdi> <span className={page.dim}>{number}</span>
    </RemovableHead>
  );
}

function ServiceForm({ kind, service }: PartProps) {
  const t = useWords(servicesMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const { queryKey } = serviceQuery(api, kind, service.number);
  const faultOf = (form: SettingForm) =>
    form.kind === "whole"
      ? t("services.fault.whole", { least: form.least, most: form.most })
      : t("services.fault.text");
  const form = useThingForm<ServiceValues>({
    stored: storedService(service),
    checks: checksOf(service),
    faults: {
      name: t("services.fault.name"),
      ...Object.fromEntries(service.settings.map((one) => [keyOf(one.name), faultOf(one.form)])),
    },
    save: async (values, version) => {
      const saved = await kind.change(api, service, { values, version });
      client.setQueryData(queryKey, saved);
      return storedService(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  const readOnly = !mayManage(viewer.rights, kind.area, service.number);
  const byName = new Map(service.settings.map((one) => [one.name, one]));
  return (
    <ThingForm form={form} nameOf={(field) => nameOf(t, kind, field)}>
      <Section title={t("services.general")}>
        <div className={page.fields}>
          <TextField
            label={t("services.name")}
            autoComplete="off"
            readOnly={readOnly}
            value={form.value.name}
            error={form.faultOf("name")}
            onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
          />
        </div>
      </Section>
      <Section title={t(`services.${kind.area}.members`)} hint={t(`services.${kind.area}.membersHint`)}>
        <MembersField
          members={form.value.people}
          areAgents={kind.area === "queues"}
          readOnly={readOnly}
          onChange={(people) => form.change({ people })}
        />
      </Section>
      {kind.groups.map(({ title, names }) => {
        const settings = names.flatMap((name) => byName.get(name) ?? []);
        if (settings.length === 0) return null;
        return (
          <Section key={title} title={t(title)}>
            <div className={page.fields}>
              {settings.map((setting) => (
                <SettingField key={setting.name} form={form} setting={setting} readOnly={readOnly} />
              ))}
            </div>
          </Section>
        );
      })}
    </ThingForm>
  );
}

function nameOf(t: (id: keyof typeof servicesMessages) => string, { area }: ServiceKind, field: string): string {
  if (field === "name") return t("services.name");
  if (field === "people") return t(`services.${area}.members`);
  return wordOf(t, "set", field.replace(/^settings\./, ""));
}
