import { GROUP_NAME } from "@callpanel/contract";
import { SelectField, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import { groupPath, PERMISSIONS_PATH } from "./GroupList.tsx";
import { allGroupsQuery, groupChanges, groupQuery } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";

/** `copy` empty: no rights at first. */
const EMPTY = { values: { name: "", copy: "" }, version: "" };

/** GRANT-1: a new group, without rights or with those of another one. */
export function NewGroup() {
  const t = useWords(permissionsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: groups = [] } = useQuery(allGroupsQuery(api));
  const form = useThingForm({
    stored: EMPTY,
    checks: { name: ({ name }) => GROUP_NAME.test(name.trim()) },
    faults: { name: t("permissions.fault.name") },
    save: async ({ name, copy }) => {
      const permissions = copy === "" ? [] : (await client.fetchQuery(groupQuery(api, copy))).permissions;
      const added = await groupChanges.add(api, { name: name.trim(), permissions });
      client.setQueryData(groupQuery(api, added.name).queryKey, added);
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      void navigate({ to: groupPath(added.name), ignoreBlocker: true, replace: true });
      return EMPTY;
    },
    reload: () => undefined,
  });
  const words = { name: t("permissions.name"), copy: t("permissions.copy") };
  return (
    <>
      <BackLink to={PERMISSIONS_PATH} label={t("permissions.back")} />
      <ThingForm
        form={form}
        nameOf={(field) => words[field]}
        saveLabel={t("permissions.create")}
        isNew
        onCancel={() => void navigate({ to: PERMISSIONS_PATH })}
      >
        <Section title={t("permissions.newTitle")}>
          <TextField
            label={words.name}
            hint={t("permissions.nameHint")}
            autoComplete="off"
            autoCapitalize="none"
            value={form.value.name}
            error={form.faultOf("name")}
            onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
          />
          <SelectField
            label={words.copy}
            choices={[
              { value: "", label: t("permissions.copyNone") },
              ...groups.map((value) => ({ value, label: value })),
            ]}
            value={form.value.copy}
            onChange={(copy) => form.change({ copy })}
          />
        </Section>
      </ThingForm>
    </>
  );
}
