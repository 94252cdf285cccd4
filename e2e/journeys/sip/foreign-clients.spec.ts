import { dominantTone, rmsLevel } from "@callpanel/testkit";
import { expect, test } from "@playwright/test";
import { accountOf, type ForeignCall, type ForeignPhone } from "../../foreign/foreign-phone.ts";
import { createJsSipPhone } from "../../foreign/jssip-phone.ts";
import { createSipJsPhone } from "../../foreign/sipjs-phone.ts";
import { DEMO_PASSWORD } from "../../support/company/demo.ts";
import { createServerFolder, startServer, type RunningServer } from "../../support/server.ts";

const MAKES = { JsSIP: createJsSipPhone, "SIP.js": createSipJsPhone };
type Make = keyof typeof MAKES;

const company = test.extend<
  { phone: (make: Make, username: string) => Promise<ForeignPhone> },
  { server: RunningServer }
>({
  server: [
    async ({}, use) => {
      const folder = await createServerFolder();
      // So that a declined caller hears this, and not the voicemail.
      const server = await startServer(folder, { env: { VOICEMAIL: "0" } });
      await use(server);
      await server.stop();
      await folder.remove();
    },
    { scope: "worker" },
  ],
  phone: async ({ server }, use) => {
    const phones: ForeignPhone[] = [];
    await use(async (make, username) => {
      const phone = MAKES[make](await accountOf(server.address, username, DEMO_PASSWORD));
      phones.push(phone);
      return phone;
    });
    await Promise.all(phones.map((phone) => phone.stop()));
  },
});

const HEAR_FOR_MS = 1_000;
const MUSIC_LEVEL = 0.002;
const VOICES_HZ = [440, 520, 660];
const TONE_WITHIN_HZ = 5;

interface Heard {
  readonly frequencyHz: number;
  readonly level: number;
}

/** What a far end hears from now on, for a second. */
async function listen(call: ForeignCall): Promise<Heard> {
  call.sound().forget();
  await new Promise((resolve) => setTimeout(resolve, HEAR_FOR_MS));
  const { pcm, sampleRate } = call.sound().heard();
  return { frequencyHz: pcm.length === 0 ? 0 : dominantTone(pcm, sampleRate).frequencyHz, level: rmsLevel(pcm) };
}

/** Listens until it is there: on a busy machine the first second may still be silence. */
async function expectTone(call: ForeignCall, frequencyHz: number): Promise<void> {
  const heard = async (): Promise<string> => {
    const { frequencyHz: heardHz } = await listen(call);
    return Math.abs(heardHz - frequencyHz) < TONE_WITHIN_HZ ? "the tone" : `${heardHz} Hz; ${call.sound().state()}`;
  };
  await expect.poll(heard).toBe("the tone");
}

/** Sound, but not one of the tones that people send here. */
async function expectMusic(call: ForeignCall): Promise<void> {
  await expect
    .poll(async () => {
      const { frequencyHz, level } = await listen(call);
      return level > MUSIC_LEVEL && VOICES_HZ.every((voice) => Math.abs(voice - frequencyHz) > TONE_WITHIN_HZ);
    })
    .toBe(true);
}

for (const [from, to] of [
  ["JsSIP", "SIP.js"],
  ["SIP.js", "JsSIP"],
] as const) {
  company(
    `CALL-43 a call from ${from} to ${to}: both hear each other, hold plays music, digits arrive`,
    async ({ phone }) => {
      const alice = await phone(from, "alice");
      const bob = await phone(to, "bob");
      await alice.register();
      await bob.register();

      const out = alice.call("102");
      const incoming = await bob.incoming();
      expect(incoming.from).toEqual({ name: "Alice Archer", number: "101" });
      await incoming.accept();
      await out.answered;
      await Promise.all([out.sound().connected(), incoming.sound().connected()]);
      out.sound().sendTone({ frequencyHz: 440, amplitude: 0.5 });
      incoming.sound().sendTone({ frequencyHz: 660, amplitude: 0.5 });
      await expectTone(incoming, 440);
      await expectTone(out, 660);

      await out.hold();
      await expectMusic(incoming);
      await out.unhold();
      await expectTone(incoming, 440);

      incoming.sound().forget();
      await out.sendDigit("5");
      await expect
        .poll(() =>
          incoming.sound().packets.some(({ payloadType }) => payloadType === incoming.sound().payloadTypes.event),
        )
        .toBe(true);

      await incoming.hangUp();
      await out.ended;
    },
  );
}

for (const make of ["JsSIP", "SIP.js"] as const) {
  company(`CALL-43 ${make} unregisters, cannot call an unregistered phone, and registers again`, async ({ phone }) => {
    const alice = await phone(make, "alice");
    const bob = await phone(make === "JsSIP" ? "SIP.js" : "JsSIP", "bob");
    await alice.register();
    await bob.register();
    await bob.unregister();
    await expect(alice.call("102").answered).rejects.toThrow("480");
    await expect(alice.call("199").answered).rejects.toThrow("404");
    await alice.unregister();
    await alice.register();
  });

  company(`CALL-43 ${make} gets busy and declined, and can give up`, async ({ phone }) => {
    const alice = await phone(make, "alice");
    const bob = await phone(make === "JsSIP" ? "SIP.js" : "JsSIP", "bob");
    await alice.register();
    await bob.register();
    for (const status of [486, 603]) {
      const call = alice.call("102");
      await (await bob.incoming()).reject(status);
      await expect(call.answered).rejects.toThrow(String(status));
    }
    const given = alice.call("102");
    const ringing = await bob.incoming();
    await given.hangUp();
    await ringing.ended;
    await given.ended;
  });

  company(`CALL-43 ${make} hears itself on *43 and music on *86`, async ({ phone }) => {
    const alice = await phone(make, "alice");
    await alice.register();
    const echo = alice.call("*43");
    await echo.answered;
    await echo.sound().connected();
    echo.sound().sendTone({ frequencyHz: 520, amplitude: 0.5 });
    await expectTone(echo, 520);
    await echo.hangUp();
    await echo.ended;
    const music = alice.call("*86");
    await music.answered;
    await music.sound().connected();
    await expectMusic(music);
    await music.hangUp();
  });

  company(`CALL-43 ${make} with a wrong secret is refused`, async ({ server }) => {
    const account = await accountOf(server.address, "alice", DEMO_PASSWORD);
    const phone = MAKES[make]({ ...account, secret: "a".repeat(26) });
    await expect(phone.register()).rejects.toThrow(make === "JsSIP" ? "Authentication Error" : "401");
    await phone.stop();
  });
}
