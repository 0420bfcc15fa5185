import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `add <group> <signal>` and `drop <group>` lines. When its input ends, because the parent has ended
 * for any reason (even kill -9), it signals the groups that are still listed.
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

/** Makes sure that the process group is signalled with `signal` if this process dies without stopping it. */
export function guardGroup(group: number, signal: NodeJS.Signals): void {
  guard ??= startGuard();
  guard.stdin?.write(`add ${String(group)} ${signal.replace('SIG', '')}\n`);
}

/** Called when the process that leads the group has ended: its number may soon be reused. */
export function unguardGroup(group: number): void {
  guard?.stdin?.write(`drop ${String(group)}\n`);
}

function startGuard(): ChildProcess {
  const child = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  // A pipe keeps the event loop alive unless it is unreferenced.
  (child.stdin as unknown as { unref(): void }).unref();
  child.stdin.on('error', () => {
    guard = undefined; // The guard was killed from outside; the next group gets a new one.
  });
  return child;
}
