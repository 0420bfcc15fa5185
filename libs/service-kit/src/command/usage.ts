import type { Commands } from './command.js';

const INDENT = '      ';
const WIDTH = 110;

/** The usage of all commands, or of those that `only` names. */
export function usageOf(service: string, commands: Commands, only: string[] = Object.keys(commands)): string {
  const parts = only.flatMap((name) => {
    const { usage = '', about = '' } = commands[name] ?? {};
    return [`  ${[name, usage].filter(Boolean).join(' ')}`, ...wrapped(about)];
  });
  return [`Usage: node dist/cli.js <command>, with the settings of ${service}`, ...parts, ENDINGS].join('\n');
}

const ENDINGS =
  'Exit code: 0 when done, 1 on failure or when a problem was found, 2 when an operator has to act.';

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = INDENT.trimEnd();
  for (const word of text.split(/\s+/)) {
    const longer = line.trim() ? `${line} ${word}` : `${INDENT}${word}`;
    if (longer.length > WIDTH && line.trim()) {
      lines.push(line);
      line = `${INDENT}${word}`;
    } else line = longer;
  }
  return line.trim() ? [...lines, line] : lines;
}
