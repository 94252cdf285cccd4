import type { ResponseOf, setUpPeople } from "@callpanel/contract";
import { Button, IconCopy, IconDownload } from "@callpanel/ui";
import { useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";

export type Accounts = ResponseOf<typeof setUpPeople>["accounts"];

interface AccountListProps {
  readonly accounts: Accounts;
  readonly copyText: (text: string) => Promise<void>;
}

/** FIRST-13: how the people who were added sign in; it is shown once. */
export function AccountList({ accounts, copyText }: AccountListProps) {
  const t = useWords(firstRunMessages);
  const [isCopied, setCopied] = useState(false);
  const invites = accounts.some(({ invitation }) => invitation !== null);
  const heads = [
    t("setup.people.name"),
    t("setup.people.username"),
    t("setup.people.extension"),
    t(invites ? "setup.people.link" : "setup.people.password"),
  ];
  const secretOf = ({ password, invitation }: Accounts[number]) => invitation?.url ?? password ?? "";
  const lines = (by: string) =>
    [heads, ...accounts.map((one) => [one.name, one.username, one.extension, secretOf(one)])]
      .map((cells) => cells.join(by))
      .join("\r\n");
  return (
    <>
      <div className={styles.wide}>
        <table className={styles.table} aria-label={t("setup.people.accounts")}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((one) => (
              <tr key={one.username}>
                <td>{one.name}</td>
                <td>{one.username}</td>
                <td>{one.extension}</td>
                <td>
                  {one.invitation === null || one.invitation.mailed_to === null ? null : (
                    <p>{t("setup.people.mailed", { email: one.invitation.mailed_to })}</p>
                  )}
                  <code>{secretOf(one)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.row}>
        <Button
          icon={IconCopy}
          onClick={() =>
            void copyText(lines("\t")).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t(isCopied ? "setup.people.copied" : "setup.people.copy")}
        </Button>
        <a
          className={styles.download}
          download="callpanel-accounts.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines(";")}\r\n`)}`}
        >
          <IconDownload size={18} stroke={1.8} aria-hidden />
          {t("setup.people.save")}
        </a>
      </div>
    </>
  );
}
