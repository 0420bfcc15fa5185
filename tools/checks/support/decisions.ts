const SECTIONS = ['Context', 'Decision', 'Consequences'];

/** A file of `docs/adr`, by name and text. */
export interface Decision {
  file: string;
  text: string;
}

/** Errors in the architecture decision records and their index. */
export function decisionProblems(decisions: Decision[], index: string): string[] {
  return [...numberProblems(decisions), ...decisions.flatMap((decision) => formProblems(decision, index))];
}

/** Numbers start at 1 and have no gap and no duplicate. */
function numberProblems(decisions: Decision[]): string[] {
  const numbers = decisions.map(({ file }) => file.slice(0, 4)).sort();
  return numbers.flatMap((number, position) => {
    const expected = String(position + 1).padStart(4, '0');
    return number === expected ? [] : [`expected number ${expected}, found ${number}`];
  });
}

function formProblems({ file, text }: Decision, index: string): string[] {
  const [title = '', ...rest] = text.split('\n');
  const [, number, words] = /^# (\d{4}) (.+)$/.exec(title) ?? [];
  const headings = rest.flatMap((line) => /^## (.+)$/.exec(line)?.[1] ?? []);
  const isInOrder = headings.filter((heading) => SECTIONS.includes(heading)).join() === SECTIONS.join();
  return [
    ...(number === file.slice(0, 4) ? [] : [`${file}: the title does not start with the number`]),
    ...(/^- Status: \w.*$/m.test(text) ? [] : [`${file}: no status`]),
    ...(/^- Date: \d{4}-\d{2}-\d{2}\b/m.test(text) ? [] : [`${file}: no date`]),
    ...(isInOrder ? [] : [`${file}: sections other than ${SECTIONS.join(', ')}, in this order`]),
    ...(index.includes(`| [${number}](${file}) | ${words} |`)
      ? []
      : [`${file}: not in the index by its title`]),
  ];
}
