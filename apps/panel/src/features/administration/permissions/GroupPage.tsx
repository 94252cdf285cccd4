import { GROUP_NAME, mayManage } from "@callpanel/contract";
import type { CompanyGroup } from "@callpanel/contract";
import { LoadingBlock, TextField } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import type { Stored } from "../../../shared/form/thingForm.model.ts";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { RemovableHead } from "../parts/RemovableHead.tsx";
import { Section } from "../parts/Section.tsx";
import { groupPath, PERMISSIONS_PATH } from "./GroupList.tsx";
import { permissionsOf, valuesOf } from "./matrix.model.ts";
import type { RightId, RightValue } from "./matrix.model.ts";
import { MembersSection } from "./MembersSection.tsx";
import { allGroupsQuery, groupChanges, groupQuery } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";
import { RightsMatrix } from "./RightsMatrix.tsx";
import { useRightName } from "./useRightName.ts";
import styles from "./GroupPage.module.css";

/** The page of one group: its name, its rights, and who is in it. */
export function GroupPage({ name }: { readonly name: string }) {
  const t = useWords(permissionsMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(groupQuery(api, name));
  return (
    <div className={styles.page}>
      <BackLink to={PERMISSIONS_PATH} label={t("permissions.back")} />
      {data === undefined ? (
        error === null ? (
          <LoadingBlock height={320} />
        ) : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Head group={data} />
          <GroupForm group={data} />
          <MembersSection group={data.name} />
        </>
      )}
    </div>
  );
}

function Head({ group: { name, people } }: { readonly group: CompanyGroup }) {
  const t = useWords(permissionsMessages);
  const { viewer } = usePanel();
  return (
    <RemovableHead
      mayRemove={mayManage(viewer.rights, "permissions")}
      words={{
        remove: t("permissions.remove"),
        title: t("permissions.removeTitle", { name }),
        text: t("permissions.removeText", { people }),
        cancel: t("permissions.cancel"),
        close: t("permissions.close"),
        removed: t("permissions.removed", { name }),
      }}
      remove={(api) => groupChanges.remove(api, name)}
      list={PERMISSIONS_PATH}
    >
      {name}
    </RemovableHead>
  );
}

interface GroupValues {
  readonly name: string;
  readonly [right: RightId]: RightValue;
}

const storedGroup = ({ name, permissions, version }: CompanyGroup): Stored<GroupValues> => ({
  version,
  values: { name, ...valuesOf(permissions) },
});

function GroupForm({ group }: { readonly group: CompanyGroup }) {
  const t = useWords(permissionsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const rightName = useRightName();
  const [other, setOther] = useState("");
  const { data: groups = [] } = useQuery(allGroupsQuery(api));
  const { data: compared } = useQuery({ ...groupQuery(api, other), enabled: other !== "" });
  const { queryKey } = groupQuery(api, group.name);
  const form = useThingForm<GroupValues>({
    stored: storedGroup(group),
    checks: { name: ({ name }) => GROUP_NAME.test(name.trim()) },
    faults: { name: t("permissions.fault.name") },
    save: async ({ name, ...rights }, version) => {
      const body = { name: name.trim(), permissions: permissionsOf(rights), version };
      const saved = await groupChanges.change(api, group.name, body);
      client.setQueryData(groupQuery(api, saved.name).queryKey, saved);
      if (saved.name !== group.name) void navigate({ to: groupPath(saved.name), ignoreBlocker: true, replace: true });
      return storedGroup(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  const readOnly = !mayManage(viewer.rights, "permissions");
  const { name: _, ...values } = form.value;
  return (
    <ThingForm form={form} nameOf={(field) => (field === "name" ? t("permissions.name") : rightName(field))}>
      <Section title={t("permissions.general")}>
        <TextField
          label={t("permissions.name")}
          hint={t("permissions.nameHint")}
          autoComplete="off"
          autoCapitalize="none"
          readOnly={readOnly}
          value={form.value.name}
          error={form.faultOf("name")}
          onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
        />
      </Section>
      <Section title={t("permissions.rights")} hint={t("permissions.rightsHint")}>
        <RightsMatrix
          first="all"
          values={values}
          stored={valuesOf(group.permissions)}
          targets={group.targets}
          other={{
            names: groups.filter((one) => one !== group.name),
            name: other,
            values: compared === undefined ? null : valuesOf(compared.permissions),
          }}
          onCompare={setOther}
          onChange={readOnly ? null : (id, value) => form.change({ [id]: value })}
        />
      </Section>
    </ThingForm>
  );
}
