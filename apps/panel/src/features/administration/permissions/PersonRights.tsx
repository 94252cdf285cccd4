import { mayManage, maySeeArea } from "@callpanel/contract";
import type { PersonRights as Held } from "@callpanel/contract";
import { Button, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import type { Stored } from "../../../shared/form/thingForm.model.ts";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import { permissionsOf, valuesOf } from "./matrix.model.ts";
import type { RightValues } from "./matrix.model.ts";
import { changeRights, rightsQuery } from "./permissions.api.ts";
import { permissionsMessages } from "./permissions.messages.ts";
import { RightsMatrix } from "./RightsMatrix.tsx";
import { useRightName } from "./useRightName.ts";
import styles from "./GroupPage.module.css";

const personPath = (id: number): string => `/administration/people/${id}`;

/** On the page of a person: where their rights come from, and the ways to change and to see them. */
export function RightsSection({ id }: { readonly id: number }) {
  const t = useWords(permissionsMessages);
  const { api, viewer } = usePanel();
  const navigate = useNavigate();
  const { data } = useQuery(rightsQuery(api, id));
  if (data === undefined) return null;
  const groups = data.groups.map(({ name }) => name).join(", ");
  const count = data.permissions.length;
  const hint =
    groups === "" ? t("permissions.personHintAlone", { count }) : t("permissions.personHint", { groups, count });
  return (
    <Section title={t("permissions.person")} hint={hint}>
      <span className={styles.buttons}>
        {maySeeArea(viewer.rights, "permissions") ? (
          <Button onClick={() => void navigate({ to: `${personPath(id)}/rights` })}>
            {t("permissions.personOpen")}
          </Button>
        ) : null}
        <Button onClick={() => void navigate({ to: `${personPath(id)}/view` })}>{t("permissions.view")}</Button>
      </span>
    </Section>
  );
}

/** GRANT-4: the rights that a person has besides those of their groups. */
export function PersonRights({ id }: { readonly id: number }) {
  const t = useWords(permissionsMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(rightsQuery(api, id));
  if (data === undefined)
    return error === null ? (
      <LoadingBlock height={320} />
    ) : (
      <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
    );
  return (
    <div className={styles.page}>
      <BackLink to={personPath(id)} label={t("permissions.backPerson", { name: data.name })} />
      <h2 className={styles.title}>{t("permissions.personTitle", { name: data.name })}</h2>
      <RightsForm held={data} />
    </div>
  );
}

const storedRights = ({ permissions, version }: Held): Stored<RightValues> => ({
  version,
  values: valuesOf(permissions),
});

function RightsForm({ held }: { readonly held: Held }) {
  const t = useWords(permissionsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const rightName = useRightName();
  const { queryKey } = rightsQuery(api, held.id);
  const form = useThingForm<RightValues>({
    stored: storedRights(held),
    checks: {},
    faults: {},
    save: async (values, version) => {
      const saved = await changeRights(api, held.id, { permissions: permissionsOf(values), version });
      client.setQueryData(queryKey, saved);
      return storedRights(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  return (
    <ThingForm form={form} nameOf={rightName}>
      <Section title={t("permissions.rights")} hint={t("permissions.personText")}>
        <RightsMatrix
          first="all"
          values={form.value}
          stored={valuesOf(held.permissions)}
          targets={held.targets}
          inherited={inheritedOf(held)}
          onChange={mayManage(viewer.rights, "permissions") ? (right, value) => form.change({ [right]: value }) : null}
        />
      </Section>
    </ThingForm>
  );
}

/** The groups that give each right. */
function inheritedOf({ groups }: Held): ReadonlyMap<string, readonly string[]> {
  const from = new Map<string, string[]>();
  for (const { name, permissions } of groups)
    for (const { module, rule } of permissions) {
      const id = `${module}:${rule}`;
      const names = from.get(id);
      if (names === undefined) from.set(id, [name]);
      else names.push(name);
    }
  return from;
}
