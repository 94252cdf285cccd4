import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { collectGarbage } from "../../../test/files/garbage.ts";
import { SpeechRefusal } from "../../modules/speech/index.ts";
import { askEngine } from "./http-engine.ts";
import { createLibreTranslate } from "./libretranslate.ts";
import type { DecodeSound } from "./sound-decoder.ts";
import { createTranscriptionService } from "./transcription-service.ts";

interface Heard {
  readonly path: string;
  readonly type: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

describe("engines on other servers", () => {
  let folder: string;
  let server: Server;
  let base: string;
  let heard: Heard[];
  let next: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };
  const silence: { readonly path: string; readonly type: "audio/ogg" } = { path: "", type: "audio/ogg" };
  let sound = silence;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "callpanel-services-"));
    sound = { ...silence, path: join(folder, "m.ogg") };
    writeFileSync(sound.path, "OggS-of-a-message");
    heard = [];
    next = { status: 200, body: '{"text":" hello\\n alice "}' };
    server = createServer((request, reply) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { url = "", headers } = request;
        const type = headers["content-type"] ?? "";
        heard.push({ path: url, type, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
        reply.writeHead(next.status, next.headers).end(next.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    base = `http://127.0.0.1:${address.port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const field = (name: string, value: string): RegExp =>
    new RegExp(`name="${name}"\\r\\n\\r\\n${value.replaceAll(".", "\\.")}\\r\\n`);

  it("SPEECH-7 an OpenAI-compatible API receives the file, the model and the language", async () => {
    const engine = createTranscriptionService({ url: `${base}/v1/`, key: "k-1", model: "whisper-1" }, undefined);
    expect(await engine.transcribe(sound, { language: "fr-CA" })).toBe("hello alice");
    expect(heard).toMatchObject([{ path: "/v1/audio/transcriptions", authorization: "Bearer k-1" }]);
    const body = heard[0]?.body ?? "";
    expect(body).toContain('name="file"; filename="message.ogg"\r\nContent-Type: audio/ogg\r\n\r\nOggS-of-a-message');
    for (const [name, value] of [
      ["model", "whisper-1"],
      ["language", "fr"],
      ["response_format", "json"],
    ] as const)
      expect(body).toMatch(field(name, value));
  });

  it("SPEECH-7 a whisper.cpp server receives WAV, and no model", async () => {
    const decode: DecodeSound = async (_sound, _task, useWav) => {
      const path = join(folder, "decoded.wav");
      writeFileSync(path, "RIFF-decoded");
      return useWav(path);
    };
    const settings = { url: `${base}/inference`, key: undefined, model: "whisper-1" };
    const engine = createTranscriptionService(settings, decode);
    expect(await engine.transcribe(sound, { language: "en-US" })).toBe("hello alice");
    expect(heard).toMatchObject([{ path: "/inference", authorization: undefined }]);
    expect(heard[0]?.body).toContain('filename="message.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF-decoded');
    expect(heard[0]?.body).not.toContain('name="model"');
  });

  it("SPEECH-7 LibreTranslate receives the text and both languages", async () => {
    next = { status: 200, body: '{"translatedText":"hola"}' };
    const engine = createLibreTranslate({ url: base, key: "k-2" });
    expect(await engine.translate('hello "you"', { from: "en-US", to: "es-MX" })).toBe("hola");
    expect(heard).toMatchObject([{ path: "/translate", type: "application/json" }]);
    expect(JSON.parse(heard[0]?.body ?? "")).toEqual({
      q: 'hello "you"',
      source: "en",
      target: "es",
      format: "text",
      api_key: "k-2",
    });
    expect(engine.canTranslate({ from: "en-US", to: "en-GB" })).toBe(false);
  });

  it("SPEECH-8 some errors are final, others may pass; redirects are not followed", async () => {
    const engine = createTranscriptionService({ url: base, key: undefined, model: "m" }, undefined);
    const failure = async (status: number, body = "", headers: Record<string, string> = {}): Promise<boolean> => {
      next = { status, body, headers };
      const error = await engine.transcribe(sound, { language: "en" }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      return error instanceof SpeechRefusal;
    };
    for (const status of [400, 413, 415, 422]) expect(await failure(status)).toBe(true);
    for (const status of [401, 404, 429, 500, 503]) expect(await failure(status)).toBe(false);
    expect(await failure(200, "<html>")).toBe(false);
    expect(await failure(200, '{"words":1}')).toBe(false);
    expect(await failure(200, `{"text":"${"a".repeat(2_000_000)}"}`)).toBe(false);
    heard.length = 0;
    expect(await failure(307, "", { location: `${base}/elsewhere` })).toBe(false);
    expect(heard.map(({ path }) => path)).toEqual(["/audio/transcriptions"]);
    const stopped = engine.transcribe(sound, { language: "en", signal: AbortSignal.abort(new Error("stopped")) });
    await expect(stopped).rejects.toThrow("stopped");
  });

  it("SPEECH-8 an engine that does not respond, or is not running, fails and may be tried again", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const url = `http://127.0.0.1:${address.port}`;
    const ask = { url, body: "{}", answer: z.object({}), timeoutMs: 100, refusal: "sound" as const };
    const late = expect(askEngine(ask)).rejects.toThrow(/timeout/);
    collectGarbage();
    await late;
    const controller = new AbortController();
    const stopped = expect(askEngine({ ...ask, timeoutMs: 60_000, signal: controller.signal })).rejects.toThrow(
      "stopped",
    );
    controller.abort(new Error("stopped"));
    await stopped;
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    await expect(askEngine({ ...ask, timeoutMs: 60_000 })).rejects.not.toBeInstanceOf(SpeechRefusal);
  });
});
