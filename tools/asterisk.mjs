/** An Asterisk 22 of our own, with which a benchmark compares: in a folder of Debian's packages, on 127.0.0.1, everything it writes in a temporary folder there, gone when it is stopped. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, isReady, ownAddress, startOwn } from "./own-program.mjs";

/** Where the packages are: ASTERISK_ROOT, or what `npm run bench` installed. */
export const ASTERISK_ROOT =
  process.env["ASTERISK_ROOT"] ?? fileURLToPath(new URL("../node_modules/.cache/asterisk-22", import.meta.url));
const PROGRAM = "/usr/sbin/asterisk";

/** Its version; undefined where there is none, or this process may not start it in its folder. */
export function findAsterisk() {
  if (!existsSync(join(ASTERISK_ROOT, PROGRAM)) || process.getuid?.() !== 0) return undefined;
  const { stdout } = spawnSync("chroot", [ASTERISK_ROOT, PROGRAM, "-V"], { encoding: "utf8" });
  return /^Asterisk (22\.\S+)/.exec(stdout ?? "")?.[1]?.replace(/\+.*/, "");
}

/** @returns undefined where it is missing or does not start. */
export async function startAsterisk({ realm, phones }) {
  const version = findAsterisk();
  // Its ICE offers this one, which the settings then name 127.0.0.1.
  const address = ownAddress();
  if (version === undefined || address === undefined) return undefined;
  const folder = mkdtempSync(join(ASTERISK_ROOT, "tmp", "callpanel-"));
  const inside = folder.slice(ASTERISK_ROOT.length);
  const port = await freePort();
  for (const name of ["etc", "var", "run", "log", "spool"]) mkdirSync(join(folder, name));
  mkdirSync(join(folder, "log/cdr-csv"));
  for (const [name, text] of Object.entries(settings({ inside, port, address, realm, phones })))
    writeFileSync(join(folder, "etc", name), text);
  const run = [ASTERISK_ROOT, PROGRAM, "-f", "-n", "-C", join(inside, "etc/asterisk.conf")];
  const { program, end } = startOwn("chroot", run, { cwd: "/" });
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  const ask = ["-C", join(inside, "etc/asterisk.conf"), "-rx", "core waitfullybooted"];
  const answers = async () =>
    (spawnSync("chroot", [ASTERISK_ROOT, PROGRAM, ...ask], { encoding: "utf8" }).stdout ?? "").includes("fully booted");
  if (await isReady(program, answers)) return { url: `ws://127.0.0.1:${port}/ws`, version, pid: program.pid, stop };
  await stop();
  return undefined;
}

/** What a site has that lets browsers call each other: its modules and thread pool as they come, call records in a file, errors in the log. */
function settings({ inside, port, address, realm, phones }) {
  const people = phones.map(({ username, password }) => [
    `[${username}](phone)\naors=${username}\nauth=${username}`,
    `[${username}](place)`,
    `[${username}](secret)\nusername=${username}\npassword=${password}`,
  ]);
  return {
    "asterisk.conf": `[directories]
astetcdir => ${inside}/etc
astmoddir => /usr/lib/x86_64-linux-gnu/asterisk/modules
astvarlibdir => ${inside}/var
astdbdir => ${inside}/var
astkeydir => ${inside}/var
astdatadir => /usr/share/asterisk
astagidir => /usr/share/asterisk/agi-bin
astspooldir => ${inside}/spool
astrundir => ${inside}/run
astlogdir => ${inside}/log
astsbindir => /usr/sbin
[options]
nocolor = yes
`,
    "modules.conf": `[modules]\nautoload=yes\n${UNUSED.map((name) => `noload => ${name}.so`).join("\n")}\n`,
    "logger.conf": "[general]\n[logfiles]\nmessages => warning,error\n",
    "http.conf": `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${port}\nsessionlimit=1000\n`,
    "rtp.conf": `[general]\nrtpstart=40000\nrtpend=48000\nicesupport=yes\nstrictrtp=yes\n[ice_host_candidates]\n${address} => 127.0.0.1\n`,
    "cdr.conf": "[general]\nenable=yes\n[csv]\n",
    "extensions.conf": "[phones]\nexten => _X.,1,Dial(PJSIP/${EXTEN},20)\n same => n,Hangup()\n",
    "pjsip.conf": `[global]
type=global
default_realm=${realm}
[ws]
type=transport
protocol=ws
bind=127.0.0.1
[phone](!)
type=endpoint
transport=ws
webrtc=yes
dtls_auto_generate_cert=yes
context=phones
disallow=all
allow=opus,ulaw
direct_media=no
rtp_symmetric=yes
force_rport=yes
rewrite_contact=yes
[place](!)
type=aor
max_contacts=3
remove_existing=yes
[secret](!)
type=auth
auth_type=userpass
${people.flat().join("\n")}
`,
  };
}

/** Modules for other protocols and databases, which would open ports or ask for settings. */
const UNUSED = `app_voicemail_odbc app_minivm app_jack app_festival app_agent_pool chan_iax2 chan_unistim chan_motif
chan_console pbx_dundi pbx_ael pbx_lua pbx_realtime res_ael_share res_xmpp res_snmp res_smdi res_adsi app_adsiprog
res_calendar res_calendar_caldav res_calendar_ews res_calendar_exchange res_calendar_icalendar res_config_ldap
res_config_odbc res_config_pgsql res_config_curl res_odbc res_odbc_transaction func_odbc cdr_adaptive_odbc cdr_odbc
cdr_pgsql cdr_radius cdr_tds cel_odbc cel_pgsql cel_radius cel_tds res_phoneprov res_pjsip_phoneprov_provider res_hep
res_hep_pjsip res_hep_rtcp res_stir_shaken res_pjsip_stir_shaken res_geolocation res_pjsip_geolocation res_fax
res_fax_spandsp res_speech res_speech_aeap res_aeap res_stun_monitor res_resolver_unbound`.split(/\s+/);
