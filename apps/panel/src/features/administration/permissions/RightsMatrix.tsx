import { targetKindOf, rightNamed } from "@callpanel/contract";
import type { RightTarget } from "@callpanel/contract";
import { IconChevronDown, SearchField, SelectField } from "@callpanel/ui";
import { useId, useState } from "react";
import { fits, wordsOf } from "../../../shared/search/fits.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { COLUMNS, isShown, MATRIX, rightsOfRow } from "./matrix.model.ts";
import type { Column, MatrixGroup, MatrixRow, Narrowing, RightId, RightValue, RightValues } from "./matrix.model.ts";
import { permissionsMessages, wordOf } from "./permissions.messages.ts";
import type { PermissionsWord } from "./permissions.messages.ts";
import { RightBox } from "./RightBox.tsx";
import { TargetsDialog } from "./TargetsDialog.tsx";
import styles from "./RightsMatrix.module.css";

export interface RightsMatrixProps {
  readonly values: RightValues;
  readonly stored: RightValues;
  /** Names of the targets that are stored. */
  readonly targets: readonly RightTarget[];
  /** Null: nothing can be changed. */
  readonly onChange: ((id: RightId, value: RightValue) => void) | null;
  /** Rights from groups of the person, with the groups' names. */
  readonly inherited?: ReadonlyMap<string, readonly string[]>;
  /** Another group to compare with. */
  readonly other?: { readonly names: readonly string[]; readonly name: string; readonly values: RightValues | null };
  readonly onCompare?: (name: string) => void;
  /** What is shown at first. */
  readonly first: Narrowing["show"];
}

const NOBODYS: ReadonlyMap<string, readonly string[]> = new Map();
const DIFFERENT = "different:";
const isShow = (text: string): text is Narrowing["show"] => ["all", "granted", "changed", "different"].includes(text);

/** GRANT-7: modules, rules and targets. */
export function RightsMatrix(props: RightsMatrixProps) {
  const { values, stored, targets, onChange, inherited = NOBODYS, other, onCompare, first } = props;
  const t = useWords(permissionsMessages);
  const [search, setSearch] = useState("");
  const [show, setShow] = useState<Narrowing["show"]>(first);
  const [limiting, setLimiting] = useState<{ readonly id: RightId; readonly name: string } | null>(null);
  const compared = { values, stored, other: other?.values ?? null, inherited };
  const searched = wordsOf(search).length > 0;
  const groups = MATRIX.map(({ name, rows }) => ({
    name,
    rows: rows.filter(
      (row) => fits(textOf(t, name, row), search) && rightsOfRow(row).some((id) => isShown(id, show, compared)),
    ),
  })).filter(({ rows }) => rows.length > 0);
  const names = new Map(targets.map(({ kind, target, name }) => [`${kind} ${target}`, name]));
  const choices = [
    ...(["all", "granted", ...(onChange === null ? [] : (["changed"] as const))] as const).map((value) => ({
      value,
      label: t(`permissions.show.${value}`),
    })),
    ...(other?.names ?? []).map((name) => ({
      value: `${DIFFERENT}${name}`,
      label: t("permissions.show.different", { name }),
    })),
  ];
  const choose = (chosen: string) => {
    if (chosen.startsWith(DIFFERENT)) {
      onCompare?.(chosen.slice(DIFFERENT.length));
      setShow("different");
    } else if (isShow(chosen)) setShow(chosen);
  };
  return (
    <div className={styles.matrix} data-matrix>
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          label={t("permissions.search")}
          clearLabel={t("permissions.clearSearch")}
          value={search}
          onChange={setSearch}
        />
        <SelectField
          label={t("permissions.show")}
          silentLabel
          choices={choices}
          value={show === "different" ? `${DIFFERENT}${other?.name ?? ""}` : show}
          onChange={choose}
        />
      </div>
      {groups.length === 0 ? <p className={styles.dim}>{t("permissions.nothing")}</p> : null}
      {groups.map((group) => (
        <Group
          key={group.name}
          group={group}
          isOpenNow={searched || show !== "all"}
          values={values}
          inherited={inherited}
          onChange={onChange}
          onLimit={(id, name) => setLimiting({ id, name })}
        />
      ))}
      {limiting === null || onChange === null ? null : (
        <TargetsDialog
          right={limiting.name}
          kind={targetKindOf(rightNamed(limiting.id) ?? { module: "administration", rule: "" })}
          value={values[limiting.id] ?? false}
          names={names}
          onClose={() => setLimiting(null)}
          onChange={(value) => onChange(limiting.id, value)}
        />
      )}
    </div>
  );
}

type Say = (id: PermissionsWord) => string;

const titleOf = (t: Say, { module, area }: MatrixRow): string =>
  area === null ? wordOf(t, "module", module) : wordOf(t, "area", area);

const ruleOf = (id: RightId): string => id.slice(id.indexOf(":") + 1);

/** What a search finds a row by: its words on the screen, and its names in company files. */
const textOf = (t: Say, group: MatrixGroup["name"], row: MatrixRow): string =>
  [
    titleOf(t, row),
    t(`permissions.group.${group}`),
    ...rightsOfRow(row).flatMap((id) => [id, wordOf(t, "rule", ruleOf(id))]),
  ].join(" ");

interface GroupProps {
  readonly group: MatrixGroup;
  /** The rows are what was searched or filtered: they are shown. */
  readonly isOpenNow: boolean;
  readonly values: RightValues;
  readonly inherited: ReadonlyMap<string, readonly string[]>;
  readonly onChange: RightsMatrixProps["onChange"];
  readonly onLimit: (id: RightId, name: string) => void;
}

function Group({ group, isOpenNow, values, inherited, onChange, onLimit }: GroupProps) {
  const t = useWords(permissionsMessages);
  const id = useId();
  const rights = group.rows.flatMap(rightsOfRow);
  const granted = rights.filter((right) => (values[right] ?? false) !== false || inherited.has(right)).length;
  const [chosen, setOpened] = useState<boolean | null>(null);
  const opened = isOpenNow || (chosen ?? true);
  const hasMore = group.rows.some(({ more }) => more.length > 0);
  const hasFor = group.rows.some(({ cells }) => cells.seeFor !== undefined);
  const columns = COLUMNS.filter((column) => hasFor || !column.endsWith("For"));
  const box = (row: MatrixRow, right: RightId, column: Column | "more") => (
    <RightBox
      key={right}
      id={right}
      column={column}
      module={titleOf(t, row)}
      value={values[right] ?? false}
      from={inherited.get(right) ?? []}
      onChange={onChange === null ? null : (value) => onChange(right, value)}
      onLimit={onLimit}
    />
  );
  return (
    <section className={styles.group} aria-labelledby={`${id}-title`}>
      <h3 className={styles.title} id={`${id}-title`}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={opened}
          aria-controls={`${id}-rows`}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronDown size={16} stroke={2} aria-hidden data-opened={opened ? "" : undefined} />
          {t(`permissions.group.${group.name}`)}
          <span className={styles.count}>{t("permissions.ofGroup", { granted, total: rights.length })}</span>
        </button>
      </h3>
      <table id={`${id}-rows`} className={styles.table} hidden={!opened} aria-labelledby={`${id}-title`}>
        <thead>
          <tr>
            <th scope="col">{t("permissions.module")}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.narrow}>
                {column.endsWith("For") ? <span className={styles.over}>{t("permissions.forOthers")}</span> : null}
                {t(`permissions.column.${column}`)}
              </th>
            ))}
            {hasMore ? <th scope="col">{t("permissions.more")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <tr key={row.id} data-row>
              <th scope="row" className={styles.name}>
                {titleOf(t, row)}
              </th>
              {columns.map((column) => {
                const right = row.cells[column];
                return (
                  <td key={column} className={styles.narrow}>
                    {right === undefined ? null : box(row, right, column)}
                  </td>
                );
              })}
              {hasMore ? (
                <td>
                  <span className={styles.more}>{row.more.map((right) => box(row, right, "more"))}</span>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
