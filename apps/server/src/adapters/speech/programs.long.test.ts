import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SpeechRefusal, type SpeechOrder, type TextToSpeech } from "../../modules/speech/index.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { openApertium, parseModes } from "./apertium.ts";
import { openEspeak, parseVoices } from "./espeak.ts";
import { createPocketsphinx } from "./pocketsphinx.ts";
import { openFlite } from "./flite.ts";
import { joinVoices } from "./joined-voices.ts";
import { findConfinement } from "./confinement.ts";
import { createProgramQueue, hasProgram, ProgramFailure, runProgram, type RunProgram } from "./program.ts";
import { createProgramDecoder } from "./sound-decoder.ts";

const hasEspeak = await hasProgram("espeak-ng");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "callpanel-speech-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let serial = 0;
/** Format and length of what was spoken. */
async function spoken(engine: TextToSpeech, order: Partial<SpeechOrder>) {
  const path = join(folder, `${(serial += 1)}.wav`);
  await engine.speak({ text: "Hello, this is Bob.", textType: "text", language: "en-US", ...order }, { path });
  const bytes = readFileSync(path);
  const rate = bytes.readUInt32LE(24);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, Math.floor((bytes.length - 44) / 2));
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { path, head: bytes.toString("latin1", 0, 4), rate, seconds: samples.length / rate, loudest };
}

describe("programs", () => {
  it("SPEECH-1 arguments are passed without a shell, and input through stdin", async () => {
    const args = ["-c", 'printf "%s|" "$0" "$@"; cat', "a b; echo no", "$(id)", "`id`"];
    expect(await runProgram("sh", { args, input: "é\n", timeoutMs: 20_000 })).toBe("a b; echo no|$(id)|`id`|é\n");
    await expect(runProgram("sh", { args: ["-c", "echo why >&2; exit 3"], timeoutMs: 20_000 })).rejects.toThrow(
      "sh ended with 3: why",
    );
    await expect(runProgram("no-such-program", { args: [], timeoutMs: 20_000 })).rejects.toThrow(ProgramFailure);
    expect([await hasProgram("sh"), await hasProgram("no-such-program")]).toEqual([true, false]);
  });

  it("SPEECH-1 a program that is aborted or too slow ends together with its children", async () => {
    const pids = join(folder, "pids");
    const args = ["-c", `sleep 60 & echo $! >> ${pids}; wait`];
    const written = (count: number): Promise<void> =>
      expect
        .poll(() => (readdirSync(folder).includes("pids") ? readFileSync(pids, "utf8") : "").split("\n").length)
        .toBe(count + 1);
    const controller = new AbortController();
    const stopped = runProgram("sh", { args, timeoutMs: 60_000, signal: controller.signal });
    const stopping = expect(stopped).rejects.toThrow("the server stops");
    await written(1);
    controller.abort(new Error("the server stops"));
    await stopping;
    await expect(runProgram("sh", { args, timeoutMs: 300 })).rejects.toThrow("sh took longer than 300 ms");
    const isRunning = (pid: string): boolean => {
      try {
        // A zombie (Z) has ended; its parent has only not waited for it yet.
        return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
      } catch {
        return false;
      }
    };
    await expect.poll(() => readFileSync(pids, "utf8").trim().split("\n").filter(isRunning)).toEqual([]);
    await expect(runProgram("sh", { args, timeoutMs: 60_000, signal: controller.signal })).rejects.toThrow("stops");
  });
});

describe("programs during calls", () => {
  it("SPEECH-10 programs run one at a time, with the lowest priority; a failed or aborted one does not stop the others", async () => {
    const run = createProgramQueue();
    const log = join(folder, "turns");
    const turn = (name: string, then = ":"): Promise<string> =>
      run("sh", { args: ["-c", `echo ${name} >> ${log}; nice; ${then}; echo ${name} >> ${log}`], timeoutMs: 20_000 });
    const controller = new AbortController();
    const turns = [
      turn("a", "sleep 0.1"),
      run("no-such-program", { args: [], timeoutMs: 20_000 }),
      run("sh", { args: ["-c", `echo no >> ${log}`], timeoutMs: 20_000, signal: controller.signal }),
      turn("b"),
    ];
    controller.abort(new Error("nobody waits"));
    const ended = await Promise.allSettled(turns);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(readFileSync(log, "utf8")).toBe("a\na\nb\nb\n");
    expect(ended[0]).toMatchObject({ value: "19\n" });
  });

  it("SPEECH-10 a program with endless output is killed", async () => {
    const path = join(folder, "endless");
    const endless = { args: ["-c", `exec yes > ${path}`], timeoutMs: 60_000, writes: { path, mostBytes: 1_000 } };
    await expect(runProgram("sh", endless)).rejects.toMatchObject({ wasTooMuch: true });
    const quick = { ...endless, args: ["-c", `head -c 1001 /dev/zero > ${path}`] };
    await expect(runProgram("sh", quick)).rejects.toMatchObject({ wasTooMuch: true });
    await expect(runProgram("yes", { args: [], timeoutMs: 60_000 })).rejects.toMatchObject({ wasTooMuch: true });
  });
});

/** Whether a tenth of a second from a sound's middle occurs in another sound, at any volume. */
function hasRunOf(path: string, other: string): boolean {
  const isAbove = (file: string): readonly boolean[] => {
    const bytes = readFileSync(file).subarray(44);
    return Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => bytes.readInt16LE(at * 2) > 0);
  };
  const [sound, all] = [isAbove(path), isAbove(other)];
  const run = all.slice(20_000, 22_000);
  return sound.some((_, start) => {
    let wrong = 0;
    for (let at = 0; at < run.length && wrong < 100; at += 1) wrong += Number(sound[start + at] !== run[at]);
    return wrong < 100;
  });
}

const confinement = await findConfinement(silentLog);
const confined: RunProgram = (name, run) => runProgram(name, run, confinement);

describe.runIf(confinement.length > 0)("confined programs", () => {
  const look = (script: string): Promise<string> =>
    runProgram("sh", { args: ["-c", script], timeoutMs: 20_000 }, confinement);

  it("SPEECH-12 confined programs see programs and their own folder, but no other file, process or network", async () => {
    const secret = join(folder, "secret");
    writeFileSync(secret, "node_modules");
    expect(
      await look(`cat "${secret}" /etc/passwd 2>/dev/null; ls -A / ~ /tmp /home /root 2>/dev/null || true`),
    ).not.toMatch(/node_modules|root:|home|var/);
    expect((await look("ls -d /proc/[0-9]*")).trim().split("\n").length).toBeLessThan(3);
    expect(await look("ls -A; echo a > own; cat own; grep -c : /proc/net/dev")).toBe(".root\na\n1\n");
    for (const script of ["echo a > /usr/a", "unshare --user --map-root-user true", "mount -t tmpfs none /tmp"])
      await expect(look(script)).rejects.toThrow(ProgramFailure);
  });

  it("SPEECH-12 an aborted program ends together with its children, immediately", async () => {
    const controller = new AbortController();
    const name = `callpanel-${process.pid}-sleeper`;
    const args = ["-c", `ln -s /usr/bin/sleep ./${name}; ./${name} 60 & ./${name} 60`];
    const commandLines = (): readonly string[] =>
      readdirSync("/proc")
        .filter((entry) => /^\d+$/.test(entry))
        .map((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, "utf8");
          } catch {
            return ""; // it has just ended
          }
        });
    const isRunning = (): boolean => commandLines().some((line) => line.startsWith(`./${name}\0`));
    const run = { args, timeoutMs: 60_000, signal: controller.signal };
    const stopping = expect(runProgram("sh", run, confinement)).rejects.toThrow("stops");
    await expect.poll(isRunning).toBe(true);
    controller.abort(new Error("the server stops"));
    await stopping;
    await expect.poll(isRunning).toBe(false);
  });
});

it("SPEECH-12 a program has no environment of the server, finds no other programs, and has limited memory", async () => {
  process.env["CALLPANEL_TEST_SECRET"] = "secret";
  const said = await runProgram("sh", { args: ["-c", "export -p"], timeoutMs: 20_000 });
  expect(said).not.toContain("secret");
  await expect(runProgram("env", { args: ["ls"], timeoutMs: 20_000, alone: true })).rejects.toThrow(
    "env could not be started",
  );
  const greedy = { args: ["if=/dev/zero", "of=/dev/null", "bs=3G", "count=1"], timeoutMs: 20_000 };
  await expect(runProgram("dd", greedy)).rejects.toThrow(/memory/);
});

describe.runIf(hasEspeak)("eSpeak NG", () => {
  let espeak: TextToSpeech;
  beforeAll(async () => {
    const opened = await openEspeak(confined);
    if (opened === undefined) throw new Error("eSpeak NG has no voice");
    espeak = opened;
  });
  const speak = (order: Partial<SpeechOrder>) => spoken(espeak, order);

  it("SPEECH-2 its voices are listed by language, male and female", async () => {
    const listed = [
      "Pty Language       Age/Gender VoiceName          File                 Other Languages",
      " 5  fr-be           --/M      French_(Belgium)   roa/fr-BE            (fr 8)",
      " 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)",
      " 5  en-us           --/F      us-mbrola-1        mb/mb-us1            (en 8)",
      " 5  en-us-nyc       --/M      English_(NYC)      gmw/en-US-nyc        ",
    ].join("\n");
    expect(parseVoices(listed)).toEqual([
      { name: "fr-fr", languages: ["fr-FR", "fr"], gender: "male" },
      { name: "fr-fr+f3", languages: ["fr-FR", "fr"], gender: "female" },
      { name: "fr-be", languages: ["fr-BE", "fr"], gender: "male" },
      { name: "fr-be+f3", languages: ["fr-BE", "fr"], gender: "female" },
    ]);
    const names = (await espeak.voices()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["en-us", "en-us+f3", "fr-fr"]));
  });

  it("SPEECH-2 a language uses its own voice, else the nearest one", async () => {
    for (const language of ["en-US", "fr-CA", "es", "de-AT"]) {
      expect((await speak({ language })).seconds).toBeGreaterThan(0.5);
    }
  });

  it("SPEECH-3 speech is WAV; speed and volume follow the request; SSML is understood", async () => {
    const usual = await speak({});
    expect(usual).toMatchObject({ head: "RIFF", rate: 22_050 });
    expect(usual.seconds).toBeGreaterThan(0.8);
    expect((await speak({ speed: 2 })).seconds).toBeLessThan(usual.seconds * 0.7);
    expect((await speak({ speed: 0.5 })).seconds).toBeGreaterThan(usual.seconds * 1.4);
    expect((await speak({ volumeGainDb: -20 })).loudest).toBeLessThan(usual.loudest * 0.2);
    const ssml = '<speak>Hello<break time="2s"/> Bob</speak>';
    const waited = (await speak({ text: ssml, textType: "ssml" })).seconds;
    expect(waited).toBeGreaterThan((await speak({ text: "Hello Bob" })).seconds + 1);
  });

  it("SPEECH-3 plain text is spoken literally, also if it looks like markup", async () => {
    for (const text of ["-w /tmp/no.wav", "--help", "$(id); `id`", "\u0001100s hello", '<b>hi</b> & "you"']) {
      expect((await speak({ text })).seconds).toBeGreaterThan(0.2);
    }
  });

  it("SPEECH-11 markup with the name of a local file does not read that file, and no file crashes the program", async () => {
    const own = (await speak({ text: "Hello" })).seconds;
    const marker = (await speak({ text: "These are the words of another file, and they are many more than one" })).path;
    for (const text of [
      `<speak>Hello<audio src="${marker}"/></speak>`,
      `<speak>Hello<audio src='${marker}'></audio></speak>`,
      `<speak>Hello&lt;audio src="${marker}"/&gt;</speak>`,
      `<speak>Hello&amp;lt;audio src="${marker}"/&amp;gt;</speak>`,
      `<speak>Hello<sub alias='&lt;audio src=${marker} /&gt;'></sub></speak>`,
      '<speak>Hello<audio src="/etc/passwd"/></speak>',
      '<speak>Hello<audio src="/usr/bin/env"/></speak>',
    ]) {
      const { path } = await speak({ text, textType: "ssml" });
      expect(hasRunOf(path, marker), text).toBe(false);
      if (!text.includes(";")) expect((await speak({ text, textType: "ssml" })).seconds).toBeCloseTo(own, 1);
    }
    await expect(speak({ text: '<speak>Hello<audio src="/etc/passwd">', textType: "ssml" })).rejects.toMatchObject({
      reason: "markup",
    });
    // Phonemes: of three brackets, two are left once the first ones are separated.
    expect((await speak({ text: "[[[a]]]" })).seconds).toBeGreaterThan(own);
  });

  it("SPEECH-4 text that can never be spoken is refused", async () => {
    const refused: ReadonlyArray<readonly [Partial<SpeechOrder>, string]> = [
      [{ voice: "en-us+f3; id" }, "voice"],
      [{ voice: "../../etc/passwd" }, "voice"],
      [{ language: "tlh" }, "language"],
      [{ text: " \n" }, "text"],
      [{ text: "a".repeat(10_001) }, "text"],
    ];
    for (const [order, reason] of refused) {
      const error = await speak(order).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SpeechRefusal);
      expect(error).toMatchObject({ reason });
    }
  });
});

describe.runIf(await hasProgram("flite"))("Flite", () => {
  it("SPEECH-3 its speech is WAV; speed, pitch and volume follow the request", async () => {
    const flite = await openFlite(confined);
    if (flite === undefined) throw new Error("Flite has no voice");
    const usual = await spoken(flite, {});
    expect(usual).toMatchObject({ head: "RIFF", rate: 16_000 });
    expect((await spoken(flite, { speed: 2 })).seconds).toBeLessThan(usual.seconds * 0.7);
    expect((await spoken(flite, { volumeGainDb: -20 })).loudest).toBeLessThan(usual.loudest * 0.2);
    expect((await spoken(flite, { volumeGainDb: 16 })).loudest).toBeGreaterThan(usual.loudest);
    const higher = await spoken(flite, { pitch: 6 });
    expect(readFileSync(higher.path).equals(readFileSync(usual.path))).toBe(false);
    for (const text of ["-w /tmp/no.wav", "$(id); `id`", '<b>hi</b> & "you"'])
      expect((await spoken(flite, { text })).seconds).toBeGreaterThan(0.2);
    await expect(spoken(flite, { language: "fr-CA" })).rejects.toMatchObject({ reason: "language" });
  });

  it.runIf(hasEspeak)("SPEECH-2 the voices of both programs are in one list", async () => {
    const [flite, espeak] = await Promise.all([openFlite(confined), openEspeak(confined)]);
    const both = await joinVoices([flite, espeak].filter((engine) => engine !== undefined));
    if (both === undefined) throw new Error("no engine");
    expect(both.engine).toBe("Flite, eSpeak NG");
    expect((await both.voices()).map(({ name }) => name)).toEqual(expect.arrayContaining(["flite-slt", "fr-fr"]));
    const rates = [
      await spoken(both, {}),
      await spoken(both, { voice: "en-us" }),
      await spoken(both, { language: "fr" }),
    ];
    expect(rates.map(({ rate }) => rate)).toEqual([16_000, 22_050, 22_050]);
    await expect(spoken(both, { voice: "none" })).rejects.toMatchObject({ reason: "voice" });
    expect(await joinVoices([])).toBeUndefined();
  });
});

const hearing = (await Promise.all(["pocketsphinx_continuous", "ffmpeg", "flite"].map(hasProgram))).every(Boolean);
describe.runIf(hearing)("pocketsphinx", () => {
  const engine = createPocketsphinx(confined, createProgramDecoder(confined));
  const hear = (name: string, type: "audio/ogg" | "audio/wav" | "audio/mpeg"): Promise<string> =>
    engine.transcribe({ path: join(folder, name), type }, { language: "en-US" });

  it("SPEECH-5 it transcribes spoken English; every format is decoded", async () => {
    const said = "hello alice please call the clinic about your appointment";
    execFileSync("flite", ["-voice", "rms", "-t", said, "-o", join(folder, "said.wav")]);
    const decode = createProgramDecoder(confined);
    for (const [name, type, ...codec] of [
      ["said.mp3", "audio/mpeg", "-b:a", "64k"],
      ["said.ogg", "audio/ogg", "-c:a", "libopus", "-ar", "48000"],
    ] as const) {
      const path = join(folder, name);
      execFileSync("ffmpeg", ["-loglevel", "error", "-i", join(folder, "said.wav"), ...codec, path]);
      await decode({ path, type }, {}, async (wav) => {
        const bytes = readFileSync(wav);
        expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24)]).toEqual([1, 16_000]);
        expect(bytes.length / 32_000).toBeGreaterThan(3);
      });
    }
    const words = new Set((await hear("said.ogg", "audio/ogg")).split(" "));
    expect(said.split(" ").filter((word) => words.has(word)).length).toBeGreaterThanOrEqual(6); // of 9
    expect(["en", "en-GB", "fr"].map((language) => engine.understands(language))).toEqual([true, true, false]);
  });

  it("SPEECH-5 silence gives an empty text; a file that is not sound is refused, and no file is left", async () => {
    const silence = Buffer.alloc(44 + 32_000);
    silence.write("RIFF", 0);
    silence.writeUInt32LE(silence.length - 8, 4);
    silence.write("WAVEfmt ", 8);
    silence.writeUInt32LE(16, 16);
    silence.writeUInt16LE(1, 20);
    silence.writeUInt16LE(1, 22);
    silence.writeUInt32LE(16_000, 24);
    silence.writeUInt32LE(32_000, 28);
    silence.writeUInt16LE(2, 32);
    silence.writeUInt16LE(16, 34);
    silence.write("data", 36);
    silence.writeUInt32LE(32_000, 40);
    writeFileSync(join(folder, "silence.wav"), silence);
    expect(await hear("silence.wav", "audio/wav")).toBe("");
    writeFileSync(join(folder, "page.wav"), "<html>");
    for (const type of ["audio/wav", "audio/ogg", "audio/mpeg"] as const) {
      await expect(hear("page.wav", type)).rejects.toThrow(SpeechRefusal);
    }
    await expect(hear("gone.wav", "audio/wav")).rejects.toThrow(SpeechRefusal);
  });
});

describe.runIf(await hasProgram("apertium"))("Apertium", () => {
  it("SPEECH-6 it translates between the installed languages", async () => {
    expect(parseModes("  eng-spa\n  spa-eng_US\n  one-two-three\n")).toEqual([
      { name: "eng-spa", from: "en", to: "es" },
      { name: "spa-eng_US", from: "es", to: "en-US" },
    ]);
    const engine = await openApertium(confined);
    if (engine === undefined) throw new Error("no pair is installed");
    expect(engine.canTranslate({ from: "en-US", to: "es-MX" })).toBe(true);
    expect(engine.canTranslate({ from: "en", to: "tlh" })).toBe(false);
    const text = "The clinic is open. ; $(id) <b>";
    const translated = await engine.translate(text, { from: "en-US", to: "es" });
    expect(translated).toContain("clínica");
    expect(translated).toContain("$(id) <b>");
    await expect(engine.translate("hello", { from: "en", to: "tlh" })).rejects.toThrow(SpeechRefusal);
  });
});
