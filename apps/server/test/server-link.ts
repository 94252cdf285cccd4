import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startRabbit } from "../../../tools/rabbitmq.mjs";
import { openCable, type TlsKey } from "./cable.ts";

/** What carries the bus of two server processes. */
export interface ServerLink {
  /** Settings of the servers. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the connections of the servers of a database. */
  cut(databaseUrl: string): Promise<void>;
  /** Servers can connect again. */
  mend(): Promise<void>;
  remove(): Promise<void>;
}

/** A cut connection of PostgreSQL is there again at once. */
export const openPostgresLink = async (): Promise<ServerLink> => ({
  env: {},
  cut: async (databaseUrl) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'callpanel bus' and datname = current_database()",
    );
    await client.end();
  },
  mend: async () => undefined,
  remove: async () => undefined,
});

/** A RabbitMQ of its own behind TLS, which is killed and started again. */
export async function openRabbitLink(): Promise<ServerLink> {
  const rabbit = await startRabbit();
  if (rabbit === undefined) throw new Error("RabbitMQ did not start");
  const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  const { certFile, ...key } = createTlsKey(folder);
  const cable = await openCable(new URL(rabbit.url), key);
  return {
    env: { BROKER_URL: cable.url.replace("amqp:", "amqps:"), NODE_EXTRA_CA_CERTS: certFile },
    cut: rabbit.kill,
    mend: async () => {
      if (!(await rabbit.start())) throw new Error("RabbitMQ did not start again");
    },
    remove: async () => {
      await cable.remove();
      await rabbit.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A key for 127.0.0.1 with a certificate that it signed itself. */
export function createTlsKey(folder: string): TlsKey & { readonly certFile: string } {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const wanted = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", ...wanted, ...names, "-keyout", keyFile, "-out", certFile], {
    stdio: "ignore",
  });
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8"), certFile };
}
