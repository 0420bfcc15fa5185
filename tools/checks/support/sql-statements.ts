/** Statements of a migration, one per line and without comments; `$$ … $$` and quotes are not split. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let text = '';
  for (let at = 0; at < sql.length;) {
    const rest = sql.slice(at);
    const skipped = /^(--[^\n]*|\/\*[^]*?\*\/)/.exec(rest)?.[0];
    const whole = skipped
      ? undefined
      : /^(\$(\w*)\$[^]*?\$\2\$|'(?:[^']|'')*'|"(?:[^"]|"")*")/.exec(rest)?.[0];
    if (skipped) at += skipped.length;
    else if (rest.startsWith(';')) {
      statements.push(text);
      text = '';
      at += 1;
    } else {
      const part = whole ?? rest.charAt(0);
      text += part;
      at += part.length;
    }
  }
  return [...statements, text].map((one) => one.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

/** The actions of one ALTER TABLE, separated by commas outside of parentheses and quotes. */
export function actionsOf(list: string): string[] {
  const actions: string[] = [];
  let [depth, text] = [0, ''];
  for (const part of list.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^]/g) ?? []) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ',' && depth === 0) {
      actions.push(text.trim());
      text = '';
    } else text += part;
  }
  return [...actions, text.trim()].filter(Boolean);
}
