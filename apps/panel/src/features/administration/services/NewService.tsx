import { EXTENSION, isServiceName } from "@callpanel/contract";
import type { NewCompanyService } from "@callpanel/contract";
import { TextField } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import type { ServiceKind } from "./service.kinds.ts";
import { serviceQuery } from "./services.api.ts";
import { servicesMessages } from "./services.messages.ts";
import page from "../parts/Page.module.css";

const EMPTY = { values: { number: "", name: "" }, version: "" };

/** SERVICES-2: number and name; everything else is on the page that opens then. */
export function NewService({ kind }: { readonly kind: ServiceKind }) {
  const t = useWords(servicesMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useThingForm<NewCompanyService>({
    stored: EMPTY,
    checks: { number: ({ number }) => EXTENSION.test(number.trim()), name: ({ name }) => isServiceName(name) },
    faults: { number: t("services.fault.number"), name: t("services.fault.name") },
    save: async ({ number, name }) => {
      const added = await kind.add(api, { number: number.trim(), name: name.trim() });
      client.setQueryData(serviceQuery(api, kind, added.number).queryKey, added);
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      void navigate({ to: `${kind.path}/${added.number}`, ignoreBlocker: true, replace: true });
      return { values: { number: added.number, name: added.name }, version: added.version };
    },
    reload: () => undefined,
  });
  return (
    <>
      <BackLink to={kind.path} label={t(`services.${kind.area}.back`)} />
      <ThingForm
        form={form}
        nameOf={(field) => t(`services.${field}`)}
        saveLabel={t("services.create")}
        isNew
        onCancel={() => void navigate({ to: kind.path })}
      >
        <Section title={t(`services.${kind.area}.add`)}>
          <div className={page.fields}>
            <TextField
              label={t("services.number")}
              hint={t("services.numberHint")}
              inputMode="numeric"
              autoComplete="off"
              value={form.value.number}
              error={form.faultOf("number")}
              onChange={({ currentTarget }) => form.change({ number: currentTarget.value })}
            />
            <TextField
              label={t("services.name")}
              autoComplete="off"
              value={form.value.name}
              error={form.faultOf("name")}
              onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
            />
          </div>
        </Section>
      </ThingForm>
    </>
  );
}
