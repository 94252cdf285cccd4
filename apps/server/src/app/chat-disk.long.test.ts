/** A disk that is full while people upload files to chat: the built server on a real file system of a few megabytes. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@callpanel/contract";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { liveChat, openRoom, type LiveChat } from "../../test/live-chat.ts";
import { ask, grant } from "../../test/server-pair.ts";
import { buildServer, runProcess, type ServerProcess } from "../../test/server-process.ts";
import { BALLAST, canMountDisks, createSmallDisk } from "@callpanel/testkit/small-disk";

const DISK_BYTES = 24 * 1024 ** 2;
const FILE_BYTES = 3 * 1024 ** 2;
const TEST_MS = 300_000;
const WAIT = { timeout: 60_000, interval: 20 };

describe.skipIf(!canMountDisks)("a disk that is full", () => {
  let folder = "";
  let dataDir = "";
  let server: ServerProcess | undefined;
  const people: LiveChat[] = [];
  beforeAll(async () => {
    folder = await buildServer();
  }, TEST_MS);
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
  });
  afterEach(async () => {
    for (const one of people.splice(0)) one.stop();
    server?.child.kill("SIGKILL");
    await server?.exited;
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(
    "CHAT-61 CHAT-65 an upload is refused with a code, and nothing of it is left; messages go on",
    { timeout: TEST_MS },
    async () => {
      const sounds = join(dataDir, "sounds");
      mkdirSync(sounds, { recursive: true });
      const disk = createSmallDisk(sounds, DISK_BYTES);
      const env = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" };
      const own = runProcess(`${folder}/main.js`, env, [], disk.within);
      server = own;
      const ready = /callpanel is ready: (\S+)\n/;
      await vi.waitFor(() => expect(own.out() + own.error()).toMatch(ready), WAIT);
      const address = ready.exec(own.out())?.[1] ?? "";
      const { pid = 0 } = own.child;
      const { token } = await grant(address, "alice");
      const { id: room } = await openRoom(address, token, { channel_name: "disk" });
      const alice = liveChat({ address: () => address, token, name: "alice" });
      people.push(alice);
      const upload = (bytes: number) => {
        const form = new FormData();
        form.append("room_id", room);
        form.append("name", "large.bin");
        // Different each time: the same bytes are kept once.
        form.append(
          "file",
          new Blob([crypto.getRandomValues(new Uint8Array(1_024)), new Uint8Array(bytes)]),
          "large.bin",
        );
        return ask(`${address}/api/v1/chats/files`, token, "POST", form);
      };
      const onDisk = () =>
        readdirSync(`/proc/${pid}/root${sounds}`, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== BALLAST)
          .map(({ name }) => name)
          .toSorted();

      expect((await upload(FILE_BYTES)).status).toBe(200);
      const before = onDisk();
      disk.fill(pid);
      for (let count = 0; count < 3; count += 1) {
        const refused = await upload(FILE_BYTES);
        expect(refused.body).toMatchObject({ code: "server.full" });
        expect(refused.status).toBeGreaterThanOrEqual(500);
      }
      expect(onDisk()).toEqual(before);
      // A message needs no room there.
      await vi.waitFor(() => expect(alice.client.roomIds()).toContain(room), WAIT);
      alice.client.openRoom(room);
      alice.client.write(room, "without a file");
      await vi.waitFor(() => expect(alice.client.messages(room)).toMatchObject([{ text: "without a file" }]), WAIT);
      disk.free(pid);
      const again = await upload(FILE_BYTES);
      expect(again.status).toBe(200);
      const { id } = endpoints.uploadChatFile.response.parse(again.body);
      alice.client.write(room, "with a file", { files: [id] });
      await vi.waitFor(() => expect(alice.client.messages(room).at(-1)).toMatchObject({ files: [{ id }] }), WAIT);
      expect(own.error()).not.toContain("unhandled");
    },
  );
});
