/**
 * Every arrow of docs/architecture.md. A rule is named for what it forbids: an import whose module and whose target fit. Paths are patterns of
 * paths from the root; `$1` in a target is what the first group of `from.path` found. No rule is needed against cycles: `arrows.mjs` allows none.
 */
const pkg = (name) => `^(packages|apps)/${name}/`;
const only = (name, allowed, extra = []) => ({
  name: `${name}-may-import-only-${allowed.join("-") || "nothing"}`,
  from: { path: pkg(name), pathNot: "\\.test\\.tsx?$|/test/|\\.config\\.ts$" },
  to: {
    path: "^(packages|apps|e2e|bench|tools)/",
    pathNot: [name, ...allowed].map((one) => pkg(one)).concat(extra),
  },
});
const npmOnly = (name, allowed) => ({
  name: `${name}-npm-only-${allowed.join("-") || "nothing"}`,
  from: { path: pkg(name), pathNot: "\\.test\\.tsx?$|/test/|\\.config\\.ts$" },
  to: {
    path: "node_modules",
    pathNot: allowed.map((one) => `node_modules/${one}(/|$)`),
  },
});

// The floors of the phone system's call control, the lowest first. A folder imports only from the floors below its own.
const CALLS = "packages/pbx/src/calls";
const CALL_FLOORS = [
  ["leg"],
  ["bridge"],
  ["call"],
  ["lines", "moving", "parking", "ringing", "rooms", "services"],
  ["conferences", "queueing", "video"],
  ["commands", "destinations"],
];
const callFloors = CALL_FLOORS.flatMap((folders, floor) =>
  folders.map((folder) => ({
    name: `calls-${folder}-knows-only-floors-below`,
    from: { path: `^${CALLS}/${folder}/`, pathNot: "\\.test\\.ts$" },
    to: {
      path: `^${CALLS}/`,
      pathNot: [folder, ...CALL_FLOORS.slice(0, floor).flat()].map((one) => `^${CALLS}/${one}/`),
    },
  })),
);

export const ARROW_RULES = [
  { name: "not-to-unresolvable", from: {}, to: { kind: "unresolvable" } },
  {
    name: "not-to-dev-dependency",
    from: { path: "^(packages|apps)/[^/]+/src/", pathNot: "\\.test\\.tsx?$|/test/|^packages/testkit/" },
    to: { kind: "npm-dev", typeOnly: false },
  },
  only("contract", []),
  npmOnly("contract", ["zod"]),
  only("sip", []),
  npmOnly("sip", []),
  {
    name: "sip-no-node-builtins",
    from: { path: pkg("sip"), pathNot: "\\.test\\.ts$|/test/" },
    to: { kind: "core" },
  },
  only("media", []),
  npmOnly("media", ["opusscript"]),
  only("phone-port", ["media"]),
  npmOnly("phone-port", []),
  only("pbx", ["sip", "media", "phone-port"]),
  npmOnly("pbx", []),
  ...callFloors,
  {
    name: "calls-have-no-folder-without-a-floor",
    from: { path: "^packages/pbx/src/" },
    to: { path: `^${CALLS}/[^/]+/`, pathNot: CALL_FLOORS.flat().map((one) => `^${CALLS}/${one}/`) },
  },
  {
    name: "calls-know-no-requests",
    comment: "What headers and bodies say is in signalling, which both read.",
    from: { path: `^(${CALLS}|packages/pbx/src/signalling)/`, pathNot: "\\.test\\.ts$" },
    to: { path: "^packages/pbx/src/(requests/|subscriptions/|phone-system\\.ts)" },
  },
  {
    name: "queues-know-no-calls",
    comment: "The queue engine decides; call control carries out what it decides.",
    from: { path: "^packages/pbx/src/queues/", pathNot: "\\.test\\.ts$" },
    to: { path: "^packages/", pathNot: "^packages/(pbx/src/queues|phone-port)/" },
  },
  {
    name: "signalling-below-calls",
    from: { path: "^packages/pbx/src/signalling/", pathNot: "\\.test\\.ts$" },
    to: { path: `^${CALLS}/` },
  },
  only("webphone", ["contract", "sip"]),
  npmOnly("webphone", ["@types/[a-z-]+"]),
  only("meeting", ["contract"]),
  npmOnly("meeting", ["@types/[a-z-]+"]),
  only("ui", []),
  npmOnly("ui", ["react", "react-dom", "@mantine/[a-z]+", "@tabler/icons-react", "@types/[a-z-]+", "vite"]),
  only("panel", ["contract", "meeting", "webphone", "ui"]),
  only("server", ["contract", "media", "pbx", "phone-port"]),
  {
    name: "phone-system-is-chosen-in-one-place",
    comment: "The server knows the port; which phone system implements it is decided in app.",
    from: { path: "^apps/server/src/", pathNot: "\\.test\\.ts$|^apps/server/src/app/" },
    to: { path: pkg("pbx") },
  },
  {
    name: "testkit-in-tests-only",
    from: { path: "^(packages|apps)/", pathNot: "\\.test\\.tsx?$|/test/|^packages/testkit/" },
    to: { path: "^packages/testkit/" },
  },
  {
    name: "e2e-from-outside",
    from: { path: "^e2e/" },
    to: { path: "^(apps|packages/(?!contract|testkit))" },
  },
  // Inside an app: app -> features|modules -> shared|kernel; adapters are wired in app/ alone.
  {
    name: "shared-below-features",
    from: { path: "^apps/[^/]+/src/(shared|kernel)/" },
    to: { path: "^apps/[^/]+/src/(app|features|modules|adapters)/" },
  },
  {
    name: "features-below-app",
    from: { path: "^apps/[^/]+/src/(features|modules)/", pathNot: "\\.test\\.tsx?$" },
    to: { path: "^apps/[^/]+/src/(app|adapters)/" },
  },
  {
    name: "adapters-not-from-app",
    from: { path: "^apps/[^/]+/src/adapters/", pathNot: "\\.test\\.tsx?$" },
    to: { path: "^apps/[^/]+/src/app/" },
  },
  {
    name: "realtime-knows-no-area",
    comment: "Boards are defined in their areas and given to the stream as a list (ADR 21).",
    from: { path: "^apps/server/src/modules/realtime/", pathNot: "\\.test\\.ts$" },
    to: { path: "^apps/server/src/modules/", pathNot: "^apps/server/src/modules/realtime/" },
  },
  {
    name: "phone-adapters-only-translate",
    comment:
      "What telephones may do and reach is decided in modules/telephony; an adapter of a phone system gets it from there, and the types of what it translates.",
    from: { path: "^apps/server/src/adapters/phone/", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^apps/server/src/modules/",
      pathNot:
        "^apps/server/src/modules/(telephony|announcements|conferences|directory|queues|realm-settings|sip-credentials|users|voicemail)/",
    },
  },
  {
    name: "telephony-knows-the-port-only",
    comment: "The rules of telephony hold for every phone system, so they know none.",
    from: { path: "^apps/server/src/modules/telephony/", pathNot: "\\.test\\.ts$" },
    to: { path: ["^packages/pbx/", "^apps/server/src/adapters/"] },
  },
  {
    name: "front-door-only",
    comment:
      "A feature or module is entered by its index.ts, or by its port (*.store.ts, *.port.ts types) from an adapter.",
    from: { path: "^apps/([^/]+)/src/(features|modules|app|adapters)/([^/]+)/?" },
    to: {
      path: "^apps/[^/]+/src/(features|modules)/([^/]+)/",
      pathNot: ["^apps/$1/src/$2/$3/", "^apps/[^/]+/src/(features|modules)/[^/]+/index\\.tsx?$"],
    },
  },
];
