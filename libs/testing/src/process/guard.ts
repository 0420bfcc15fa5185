import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `add <group> <signal>` and `drop <group>` lines; when its input ends, because whoever wrote them is gone
 * in whatever way (kill -9 too), signals the groups still listed.
 */
const SCRIPT = `
trap '' INT TERM HUP
list=''
while read -r verb group signal; do
  kept=''
  for entry in $list; do [ "\${entry%:*}" = "$group" ] || kept="$kept $entry"; done
  list="$kept"
  [ "$verb" = add ] && list="$list $group:$signal"
done
for entry in $list; do kill -s "\${entry#*:}" -- "-\${entry%:*}" 2>/dev/null; done
`;

let guard: ChildProcess | undefined;

/** Has the process group ended with `signal` when this process dies without stopping it. */
export function guardGroup(group: number, signal: NodeJS.Signals): void {
  guard ??= startGuard();
  guard.stdin?.write(`add ${String(group)} ${signal.replace('SIG', '')}\n`);
}

/** The group has ended: its number may soon belong to somebody else. */
export function unguardGroup(group: number): void {
  guard?.stdin?.write(`drop ${String(group)}\n`);
}

function startGuard(): ChildProcess {
  const child = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  // A pipe keeps the event loop alive unless it is told not to.
  (child.stdin as unknown as { unref(): void }).unref();
  child.stdin.on('error', () => {
    guard = undefined; // ended from outside; the next group gets a new one
  });
  return child;
}
