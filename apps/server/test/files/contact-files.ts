import {
  contactImportSchema,
  endpoints,
  errorBodySchema,
  type ContactImport,
  type ImportRow,
} from "@callpanel/contract";
import { bearer, type TestServer } from "../test-server.ts";

export const IMPORT = "/api/v1/contact/import";

/** Uploads a file for import. */
export async function sendFile(server: TestServer, username: string, bytes: Uint8Array | string) {
  const form = new FormData();
  form.append("csv_file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), "contacts.csv");
  const request = new Response(form);
  const { access_token } = await server.signIn(username);
  return server.app.inject({
    method: "POST",
    url: IMPORT,
    headers: { ...bearer(access_token), "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

export async function openFile(
  server: TestServer,
  username: string,
  bytes: Uint8Array | string,
): Promise<ContactImport> {
  const answer = await sendFile(server, username, bytes);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return contactImportSchema.parse(answer.json());
}

/** Confirms the columns, with the given changes. */
export async function checkFile(
  server: TestServer,
  username: string,
  { id }: { readonly id: string },
  change: object = {},
): Promise<ContactImport> {
  const { status, body } = await server.send("PUT", `${IMPORT}/${id}`, username, change);
  if (status !== 200) throw new Error(errorBodySchema.parse(body).code);
  return contactImportSchema.parse(body);
}

export async function rowsOf(
  server: TestServer,
  username: string,
  { id }: { readonly id: string },
  query = "",
): Promise<readonly ImportRow[]> {
  const { body } = await server.get(`${IMPORT}/${id}/rows?limit=1000&${query}`, username);
  return endpoints.listImportRows.response.parse(body).data;
}

/** Starts the import, and waits until it has ended. */
export async function writeFile(server: TestServer, username: string, { id }: { readonly id: string }) {
  await server.send("POST", `${IMPORT}/${id}/start`, username);
  for (;;) {
    const { body } = await server.get(`${IMPORT}/${id}`, username);
    const now = contactImportSchema.parse(body);
    if (now.phase !== "running") return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Uploads, confirms and writes a file. */
export async function importFile(server: TestServer, username: string, bytes: string, change: object = {}) {
  const opened = await openFile(server, username, bytes);
  return writeFile(server, username, await checkFile(server, username, opened, change));
}
