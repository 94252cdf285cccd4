/**
 * Before the first journey, one server starts in an empty data folder, makes the demo company and stops. Each journey starts its own server in a
 * copy of that folder (`createServerFolder`), so that the company is not made again at each start.
 */
import { createServerFolder, startServer } from "./support/server.ts";

export default async function makeDemoFolder(): Promise<() => Promise<void>> {
  const folder = await createServerFolder();
  const server = await startServer(folder);
  if ((await server.stop()) !== 0) throw new Error(`the server did not end cleanly:\n${server.output()}`);
  process.env["DEMO_FOLDER"] = folder.path;
  return async () => {
    delete process.env["DEMO_FOLDER"];
    await folder.remove();
  };
}
