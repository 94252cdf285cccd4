import { describe, expect, it } from "vitest";
import { isLoopback, parseSettings, parseStorageSettings, SettingsError } from "./config.ts";

const messageOf = (env: Readonly<Record<string, string>>): string => {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("settings", () => {
  it("SERVER-36 an empty environment gives the defaults of the outside surface", () => {
    expect(parseSettings({ DATA_DIR: "/srv/callpanel" })).toEqual({
      host: "127.0.0.1",
      port: 8080,
      dataDir: "/srv/callpanel",
      publicUrl: undefined,
      allowedOrigins: [],
      embedOrigins: [],
      trustedProxies: [],
      databaseUrl: undefined,
      brokerUrl: undefined,
      logLevel: "info",
      mediaAddress: "127.0.0.1",
      mediaOnOwnAddresses: true,
      mediaPorts: undefined,
      stunPort: 19_302,
      ringSeconds: 60,
      callStoryHours: 24,
      takesMessages: true,
      recording: true,
      boxBytes: 1_000_000_000,
      demo: undefined,
      signIn: "page",
      clickToDialExternal: false,
      reporting: { errorReporting: null, analytics: null },
      moreInfoUrl: undefined,
      smsUrl: undefined,
      smsFrom: undefined,
      speech: { programs: true, transcriptionService: undefined, translationService: undefined },
      mail: { smtpUrl: undefined, from: "callpanel <no-reply@callpanel.invalid>" },
      realm: undefined,
      backup: undefined,
    });
    expect(parseSettings({}).dataDir).toBe(`${process.cwd()}/data`);
  });

  it("SERVER-36 every setting is read", () => {
    expect(
      parseSettings({
        HOST: "10.0.0.5",
        PORT: "0",
        DATA_DIR: "/srv",
        PUBLIC_URL: "https://phone.example.com/",
        ALLOWED_ORIGINS: "https://a.example, https://b.example:8443",
        EMBED_ORIGINS: "https://crm.example",
        TRUSTED_PROXIES: "10.0.0.0/8,::1",
        DATABASE_URL: "postgres://user:secret@db/callpanel",
        BROKER_URL: "amqps://user:s%2Fcret@broker/phones",
        LOG_LEVEL: "WARN",
        MEDIA_PORTS: "40000-40099",
        RING_SECONDS: "25",
        VOICEMAIL: "0",
        VOICEMAIL_OPERATOR: "600",
        RECORDING: "0",
        KEEP_RECORDINGS_DAYS: "90",
        KEEP_MESSAGES_DAYS: "30",
        BOX_MB: "2.5",
        SOUNDS_URL: "https://key:s%2Fcret@s3.example.com/sounds/callpanel?region=eu-west-1",
        DEMO: "0",
        SIGN_IN: "redirect",
        CLICK_TO_DIAL_EXTERNAL: "1",
        ERROR_REPORT_URL: "https://errors.example/panel",
        ERROR_REPORT_RATE: "0.25",
        ANALYTICS_SCRIPT_URL: "https://stats.example/s.js",
        ANALYTICS_ID: "T-1",
        MORE_INFO_URL: "https://example.com/phone?from=panel",
        SMS_URL: "https://user:secret@sms.example.com/send",
        SMS_FROM: "+14165550100",
        SPEECH_PROGRAMS: "0",
        SPEECH_TO_TEXT_URL: "http://127.0.0.1:9000/inference",
        SPEECH_TO_TEXT_KEY: "secret",
        TRANSLATION_URL: "https://translate.example.com",
        SMTP_URL: "smtps://user:secret@mail.example.com",
        MAIL_FROM: "Phone <phone@example.com>",
        REALM: "acme.example",
      }),
    ).toMatchObject({
      port: 0,
      publicUrl: "https://phone.example.com",
      allowedOrigins: ["https://a.example", "https://b.example:8443"],
      embedOrigins: ["https://crm.example"],
      trustedProxies: ["10.0.0.0/8", "::1"],
      databaseUrl: "postgres://user:secret@db/callpanel",
      brokerUrl: "amqps://user:s%2Fcret@broker/phones",
      takesMessages: false,
      voicemailOperator: "600",
      recording: false,
      smsUrl: "https://user:secret@sms.example.com/send",
      smsFrom: "+14165550100",
      speech: {
        programs: false,
        transcriptionService: { url: "http://127.0.0.1:9000/inference", key: "secret", model: "whisper-1" },
        translationService: { url: "https://translate.example.com/", key: undefined },
      },
      mail: { smtpUrl: "smtps://user:secret@mail.example.com", from: "Phone <phone@example.com>" },
      logLevel: "warn",
      mediaAddress: "10.0.0.5",
      mediaOnOwnAddresses: false,
      mediaPorts: [40_000, 40_099],
      ringSeconds: 25,
      keepRecordingsDays: 90,
      keepMessagesDays: 30,
      boxBytes: 2_500_000,
      soundsPlace: {
        bucketUrl: "https://s3.example.com/sounds",
        prefix: "callpanel/",
        region: "eu-west-1",
        accessKeyId: "key",
        secretAccessKey: "s/cret",
      },
      demo: false,
      signIn: "redirect",
      clickToDialExternal: true,
      reporting: {
        errorReporting: { url: "https://errors.example/panel", sample_rate: 0.25 },
        analytics: { script: "https://stats.example/s.js", tracker_id: "T-1" },
      },
      moreInfoUrl: "https://example.com/phone?from=panel",
      realm: "acme.example",
    });
  });

  it("JITSI-1 a secret turns Jitsi on, at the named host or at the live. host of a real one", () => {
    const [VIDEO_JWT_SECRET, PUBLIC_URL] = ["0123456789abcdef", "https://panel.example.com"];
    expect(parseSettings({ PUBLIC_URL }).jitsi).toBeUndefined();
    expect(parseSettings({ PUBLIC_URL, VIDEO_JWT_SECRET }).jitsi).toEqual({
      origin: "https://live.panel.example.com",
      secret: VIDEO_JWT_SECRET,
      appId: "callpanel",
    });
    const named = { VIDEO_JWT_SECRET, VIDEO_URL: "https://meet.example.com:8443", VIDEO_JWT_APP_ID: "acme" };
    expect(parseSettings(named).jitsi).toMatchObject({ origin: "https://meet.example.com:8443", appId: "acme" });
    for (const one of ["http://panel.example.com", "https://192.0.2.7", "https://[2001:db8::7]", "https://panel"])
      expect(() => parseSettings({ PUBLIC_URL: one, VIDEO_JWT_SECRET })).toThrow(/^VIDEO_URL is needed/);
    expect(() => parseSettings({ VIDEO_JWT_SECRET })).toThrow(/^VIDEO_URL is needed/);
    expect(() => parseSettings({ ...named, VIDEO_URL: "https://meet.example.com/room" })).toThrow(/^VIDEO_URL must be/);
    expect(() => parseSettings({ ...named, VIDEO_URL: "http://meet.example.com" })).toThrow(/^VIDEO_URL must be/);
    expect(() => parseSettings({ VIDEO_URL: named.VIDEO_URL })).toThrow(/^VIDEO_JWT_SECRET is needed/);
    expect(() => parseSettings({ ...named, VIDEO_JWT_SECRET: "short" })).toThrow(/^VIDEO_JWT_SECRET must have[^"]*$/);
  });

  it("SERVER-36 the media may have one port alone", () => {
    expect(parseSettings({ DATA_DIR: "/srv/callpanel", MEDIA_PORTS: "40000" }).mediaPorts).toEqual([40_000, 40_000]);
  });

  it("SERVER-36 a bad value is one clear line that names its setting", () => {
    const bad: ReadonlyArray<readonly [string, string]> = [
      ["HOST", "no host"],
      ["HOST", "999.1.1.1"],
      ["PORT", "abc"],
      ["PORT", "65536"],
      ["PORT", "-1"],
      ["PUBLIC_URL", "phone.example.com"],
      ["PUBLIC_URL", "ftp://phone.example.com"],
      ["PUBLIC_URL", "https://phone.example.com/panel"],
      ["ALLOWED_ORIGINS", "*"],
      ["EMBED_ORIGINS", "*"],
      ["EMBED_ORIGINS", "https://crm.example/page"],
      ["TRUSTED_PROXIES", "proxy"],
      ["DATABASE_URL", "mysql://user:secret@db/x"],
      ["BROKER_URL", "redis://user:secret@broker"],
      ["PUSH_TEST_SERVICE", "http://10.0.0.7:8090"],
      ["PUSH_TEST_SERVICE", "http://127.0.0.1:8090/push"],
      ["PUSH_TEST_SERVICE", "http://127.0.0.1:80900"],
      ["PUSH_TEST_SERVICE", "http://127.0.0.1"],
      ["BROKER_URL", "amqp://user:secret%zz@broker"],
      ["BROKER_URL", "amqp:secret"],
      ["LOG_LEVEL", "loud"],
      ["MEDIA_ADDRESS", "example.com"],
      ["MEDIA_PORTS", "40000-"],
      ["MEDIA_PORTS", "50000-40000"],
      ["MEDIA_PORTS", "80-90"],
      ["STUN_PORT", "70000"],
      ["STUN_PORT", "stun"],
      ["RING_SECONDS", "0"],
      ["RING_SECONDS", "181"],
      ["RING_SECONDS", "soon"],
      ["DEMO", "maybe"],
      ["VOICEMAIL", "never"],
      ["VOICEMAIL_OPERATOR", "reception"],
      ["RECORDING", "never"],
      ["KEEP_RECORDINGS_DAYS", "0"],
      ["KEEP_MESSAGES_DAYS", "0"],
      ["BOX_MB", "0"],
      ["BOX_MB", "much"],
      ["SOUNDS_URL", "https://s3.example.com/sounds"],
      ["SOUNDS_URL", "ftp://key:secret@s3.example.com/sounds"],
      ["SOUNDS_URL", "https://key:secret@s3.example.com/"],
      ["KEEP_RECORDINGS_DAYS", "a week"],
      ["SIGN_IN", "popup"],
      ["MORE_INFO_URL", "javascript:alert(1)"],
      ["ERROR_REPORT_URL", "http://errors.example"],
      ["ANALYTICS_SCRIPT_URL", "https://user:secret@stats.example/s.js"],
      ["SMTP_URL", "http://user:secret@mail.example.com"],
      ["SMTP_URL", "mail.example.com"],
      ["MAIL_FROM", "Phone <phone>"],
      ["SMS_URL", "tel:secret"],
      ["SMS_URL", "twilio://api.twilio.com"],
      ["SMS_URL", "twilio://AC1@api.twilio.com"],
      ["SMS_URL", "twilio+http://AC1:secret@api.twilio.com"],
      ["SMS_URL", "twilio://AC1:secret@api.twilio.com?x=1"],
      ["SMS_FROM", "Phone"],
      ["SMS_REPLY_DOMAIN", "sms example.com"],
      ["SMS_REPLY_DOMAIN", "localhost"],
      ["SMS_URL", "kannel://user@kannel.example.com/cgi-bin/sendsms"],
      ["SMS_URL", "kannel+http://user:secret@kannel.example.com/cgi-bin/sendsms"],
      ["SMS_URL", "smpp://user@smsc.example.com"],
      ["SMS_CALLBACK_SECRET", "short-secret"],
      ["SPEECH_PROGRAMS", "some"],
      ["SPEECH_TO_TEXT_URL", "http://speech.example.com/v1"],
      ["TRANSLATION_URL", "https://user:secret@translate.example.com"],
      ["REALM", "Acme GmbH"],
    ];
    for (const [name, value] of bad) {
      const message = messageOf({ DATABASE_URL: "postgres://db/callpanel", [name]: value });
      expect(message, `${name}=${value}`).toMatch(new RegExp(`^${name} `));
      expect(message).not.toContain("\n");
      expect(message).not.toContain("secret");
    }
  });

  it("SERVER-36 settings that contradict each other are refused", () => {
    expect(messageOf({ HOST: "0.0.0.0", SIGN_IN: "redirect" })).toContain("PUBLIC_URL");
    expect(messageOf({ SMTP_URL: "smtp://mail.example.com" })).toContain("MAIL_FROM");
    const PUSH_TEST_SERVICE = "http://127.0.0.1:8090";
    expect(messageOf({ PUSH_TEST_SERVICE })).toBe("accepted");
    expect(messageOf({ PUSH_TEST_SERVICE, HOST: "0.0.0.0", MEDIA_ADDRESS: "203.0.113.7" })).toMatch(
      /^PUSH_TEST_SERVICE needs a HOST on this machine/,
    );
    const twilio = { SMS_URL: "twilio://AC1:secret@api.twilio.com" };
    expect(messageOf(twilio)).toContain("SMS_FROM");
    expect(messageOf({ ...twilio, SMS_FROM: "+14165550100" })).toContain("PUBLIC_URL");
    expect(messageOf({ ...twilio, SMS_FROM: "+14165550100", PUBLIC_URL: "https://phone.example.com" })).toBe(
      "accepted",
    );
    const kannel = {
      SMS_URL: "kannel://user:secret@kannel.example.com/cgi-bin/sendsms",
      SMS_FROM: "+14165550100",
      PUBLIC_URL: "https://phone.example.com",
    };
    expect(messageOf(kannel)).toContain("SMS_CALLBACK_SECRET");
    expect(messageOf({ ...kannel, SMS_CALLBACK_SECRET: "x".repeat(20) })).toBe("accepted");
    expect(messageOf({ BROKER_URL: "amqp://user:secret@broker" })).toMatch(
      /^BROKER_URL needs DATABASE_URL: [^\n]*SQLite/,
    );
    expect(messageOf({ HOST: "0.0.0.0", MEDIA_ADDRESS: "203.0.113.7", SIGN_IN: "page" })).toBe("accepted");
  });

  it("SERVER-36 the command line needs only the store's settings", () => {
    expect(parseStorageSettings({ DATA_DIR: "/srv", PORT: "abc" })).toEqual({
      dataDir: "/srv",
      databaseUrl: undefined,
      realm: undefined,
    });
  });

  it("SERVER-37 loopback is distinguished from other addresses", () => {
    expect(["localhost", "127.0.0.1", "127.9.9.9", "::1"].map(isLoopback)).toEqual([true, true, true, true]);
    expect(["0.0.0.0", "::", "192.168.0.1", "127.evil.example"].map(isLoopback)).toEqual([false, false, false, false]);
  });

  it("BACKUP-7 BACKUP-18 back-ups have a folder, a bucket or both, and until it is changed a time and a count", () => {
    expect(parseSettings({ BACKUP_DIR: "/mnt", BACKUP_TIME: "23:30", BACKUP_KEEP: "3" }).backup).toEqual({
      folder: "/mnt",
      bucket: undefined,
      time: "23:30",
      keep: 3,
    });
    expect(parseSettings({ BACKUP_URL: "https://key:word@s3.example.com/back-ups/office" }).backup).toMatchObject({
      folder: undefined,
      bucket: { bucketUrl: "https://s3.example.com/back-ups", prefix: "office/", secretAccessKey: "word" },
    });
    expect(() => parseSettings({ BACKUP_URL: "https://s3.example.com/back-ups" })).toThrow(/^BACKUP_URL must be/);
    expect(() => parseSettings({ BACKUP_DIR: "/mnt", BACKUP_TIME: "24:00" })).toThrow(/BACKUP_TIME must be/);
    expect(() => parseSettings({ BACKUP_DIR: "/mnt", BACKUP_KEEP: "0" })).toThrow(/BACKUP_KEEP must be/);
  });
});
