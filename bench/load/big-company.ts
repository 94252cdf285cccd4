/** A company of any size, as a file that `npm run callpanel import` takes. */
import { SPECIAL_RULES } from "@callpanel/contract";

const FIRST =
  "Ada Ben Chloé Dev Elif Finn Gül Hana Ivo Jun Kai Lea Mo Nia Otis Pia Quinn Rosa Sami Tove Uri Vera Wim Xia Yara";
const LAST =
  "Abara Brandt Chen Duarte Eklund Fischer Gómez Haddad Ito Jansen Khan Lopez Moreau Novák Okafor Petrov Qureshi Rossi Sato Tran";
const DEPARTMENTS = ["Sales", "Support", "Engineering", "Finance", "Warehouse", "Office", "Reception"];
export const WATCHER = { username: "watcher", password: "watcher-of-the-bench" } as const;
export const REALM = "bench";
/** Not used to sign in; making five thousand real ones takes minutes. */
const NO_CREDENTIAL = {
  password_hash: "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ha1_md5: "0".repeat(32),
  ha1_sha256: "0".repeat(64),
};

export const extensionOf = (person: number): string => String(10_000 + person);

export const queueNumberOf = (queue: number): string => String(3_000 + queue);

/** People 1 to `count` with these permissions, queues 1 to `queueCount`, and one who watches them and has no telephone. JSON is YAML. */
export function bigCompany(count: number, queueCount = 0, permissions: readonly string[] = []): string {
  const [first, last] = [FIRST.split(" "), LAST.split(" ")];
  const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? "";
  const people = Array.from({ length: count }, (_, at) => ({
    username: `person${at + 1}`,
    first_name: pick(first, at),
    last_name: `${pick(last, Math.floor(at / first.length))} ${Math.floor(at / (first.length * last.length)) + 1}`,
    extension: extensionOf(at + 1),
    department: pick(DEPARTMENTS, at),
    credential: NO_CREDENTIAL,
    permissions,
  }));
  const rules = ["read", "write", ...SPECIAL_RULES.panel_buddies].map((rule) => `panel_buddies:${rule}`);
  const watcher = {
    username: WATCHER.username,
    password: WATCHER.password,
    first_name: "Wanda",
    last_name: "Watcher",
    extension: "9999",
    permissions: ["configs:read", "queues:read", ...rules],
  };
  const queues = Array.from({ length: queueCount }, (_, at) => ({
    number: queueNumberOf(at + 1),
    name: `Queue ${at + 1}`,
  }));
  return JSON.stringify({ realm: REALM, users: [watcher, ...people], queues });
}
