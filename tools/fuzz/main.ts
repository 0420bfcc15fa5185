// `npm run fuzz`: runs the fuzz programs of the packages that parse received files, one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const programs = {
  files: 'apps/document/test/fuzz/main.ts',
  pdf: 'libs/pdf-inspector/test/fuzz/main.ts',
};

/** The programs to run: both when no target is given, each for the given time. */
function chosen(args: string[]): string[] {
  const at = args.findIndex((arg) => arg.startsWith('--target'));
  if (at < 0) return Object.values(programs);
  const target = args[at]?.split('=')[1] ?? args[at + 1];
  return [target === 'pdf' ? programs.pdf : programs.files];
}

const args = process.argv.slice(2);
for (const program of chosen(args)) {
  const child = spawn(process.execPath, [path.join(root, program), ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = code ?? 1;
}
