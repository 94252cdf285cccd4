import { mergePermissions, rightNamed, uiFlags } from "@callpanel/contract";
import type { PersonView as Seen } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { usePanel } from "../../../shared/panel.ts";
import { availablePages } from "../../../shared/routes.ts";
import type { Page } from "../../../shared/routes.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import { valuesOf } from "./matrix.model.ts";
import { viewQuery } from "./permissions.api.ts";
import { permissionsMessages, wordOf } from "./permissions.messages.ts";
import { RightsMatrix } from "./RightsMatrix.tsx";
import styles from "./GroupPage.module.css";

/** GRANT-6: the pages, rights and targets of a person in effect, as the server has them. */
export function PersonView({ id }: { readonly id: number }) {
  const t = useWords(permissionsMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(viewQuery(api, id));
  if (data === undefined)
    return error === null ? (
      <LoadingBlock height={320} />
    ) : (
      <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
    );
  const rights = data.rights.flatMap(
    ({ module, rule, targets }) => rightNamed(`${module}:${rule}`, targets ?? undefined) ?? [],
  );
  const values = valuesOf(rights);
  const from = new Map(
    data.rights.map((right) => [`${right.module}:${right.rule}`, right.from.filter((name) => name !== "")]),
  );
  return (
    <div className={styles.page}>
      <BackLink to={`/administration/people/${id}`} label={t("permissions.backPerson", { name: data.name })} />
      <h2 className={styles.title}>{t("permissions.viewTitle", { name: data.name })}</h2>
      {data.state === "active" && data.may_use_panel ? null : <p className={styles.dim}>{t("permissions.viewNone")}</p>}
      <Section title={t("permissions.viewPages")}>
        <Pages seen={data} />
      </Section>
      <Section title={t("permissions.viewRights")}>
        <RightsMatrix
          first="granted"
          values={values}
          stored={values}
          targets={data.targets}
          inherited={from}
          onChange={null}
        />
      </Section>
    </div>
  );
}

function Pages({ seen }: { readonly seen: Seen }) {
  const t = useWords(permissionsMessages);
  const menu = useWords(menuMessages);
  const set = new Set(seen.flags);
  const none = uiFlags(mergePermissions([]));
  const flags = { ...none, ...Object.fromEntries(Object.keys(none).map((flag) => [flag, set.has(flag)])) };
  const pages = availablePages(flags);
  const nameOf = ({ name, area }: Page): string => {
    const title = name.startsWith("administration-")
      ? wordOf(t, "area", name.slice("administration-".length).replaceAll("-", "_"))
      : menu(`menu.${name}`);
    const of = menu(`menu.${area}`);
    return of === title ? title : `${of} › ${title}`;
  };
  if (pages.length === 0) return <p className={styles.dim}>{t("permissions.viewNoPages")}</p>;
  return (
    <ul className={styles.chips} aria-label={t("permissions.viewPages")}>
      {[...new Set(pages.map(nameOf))].map((name) => (
        <li key={name} className={styles.chip}>
          {name}
        </li>
      ))}
    </ul>
  );
}
