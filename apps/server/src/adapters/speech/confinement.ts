import type { Log } from "../../kernel/log.ts";
import { ProgramFailure, runProgram, type Confinement } from "./program.ts";

/**
 * A file tree with the system's programs (read only) and the current folder as /work: no DATA_DIR, no home, no
 * /etc/passwd and no other processes. Built in separate namespaces (util-linux), without a network, and without a way
 * out.
 */
const TREE = `set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=.root
mkdir -p "$root"
mount -t tmpfs -o size=1m,mode=755 none "$root"
mkdir "$root/work" "$root/dev" "$root/etc" "$root/tmp" "$root/proc"
mount -t proc -o ro,nosuid,nodev,noexec none "$root/proc"
ln -s /proc/self/fd "$root/dev/fd"
mount --bind . "$root/work"
for each in usr bin lib lib32 lib64 nix; do
  if [ -L "/$each" ]; then cp -P "/$each" "$root/$each"
  elif [ -d "/$each" ]; then mkdir "$root/$each"; mount --rbind -o ro "/$each" "$root/$each"; fi
done
for each in dev/null dev/zero dev/urandom etc/ld.so.cache; do
  if [ -e "/$each" ]; then : >"$root/$each"; mount --bind "/$each" "$root/$each"; fi
done
if [ -d /etc/alternatives ]; then mkdir "$root/etc/alternatives"; mount --rbind -o ro /etc/alternatives "$root/etc/alternatives"; fi
exec chroot "$root" setpriv --bounding-set=-all --inh-caps=-all --no-new-privs env -C /work "$@"`;

const NAMESPACES = ["--user", "--map-root-user", "--mount", "--net", "--ipc", "--pid", "--fork", "--kill-child"];
const CONFINED: Confinement = ["unshare", ...NAMESPACES, "sh", "-c", TREE, "sh"];

const TRY_MS = 10_000;

/** The confinement that works on this machine; many containers do not allow any. */
export async function findConfinement(log: Log): Promise<Confinement> {
  try {
    await runProgram("true", { args: [], timeoutMs: TRY_MS, atOnce: true }, CONFINED);
    return CONFINED;
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    log.warn("programs of speech run without a sandbox: this machine allows no user namespaces", { err: error });
    return [];
  }
}
