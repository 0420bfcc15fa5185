import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from '@caredrop/testing/backing';
import { root } from '../../stack/paths.ts';

interface Diagnostic {
  filename: string;
  /** Plugin and rule: `caredrop(boundaries)`. */
  code: string;
  message: string;
}

/**
 * Lints files in an otherwise empty folder with the rules of this repository. Returns what `rule`, such as
 * `caredrop(boundaries)`, reports about each file, by its path in `files`.
 */
export function lintPlanted(rule: string, files: Record<string, string>): Record<string, string[]> {
  const folder = scratchFolder('lint');
  try {
    cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    mkdirSync(path.join(folder, 'tools'));
    for (const shared of ['tools/lint', 'node_modules'])
      symlinkSync(path.join(root, shared), path.join(folder, shared));
    for (const [file, text] of Object.entries(files)) plant(path.join(folder, file), text);
    const found = diagnosticsIn(folder).filter(({ code }) => code === rule);
    return Object.fromEntries(Object.keys(files).map((file) => [file, messagesOf(file, found)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function diagnosticsIn(folder: string): Diagnostic[] {
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

const messagesOf = (file: string, found: Diagnostic[]): string[] =>
  found.filter(({ filename }) => filename === file).map(({ message }) => message);
