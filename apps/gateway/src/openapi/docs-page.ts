import { escapeHtml } from '@caredrop/service-kit';
import type { DescribedCall, OpenApi } from './document.js';

const text = (value: unknown): string => escapeHtml(String(value));

/** The API description as a page: no script, nothing from other origins, usable by keyboard. */
export function docsPage(api: OpenApi): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const tags = [...new Set(calls.flatMap(({ call }) => call.tags))];
  const sections = tags.map((tag) => {
    const own = calls
      .filter(({ call }) => call.tags.includes(tag))
      .map(({ path, method, call }) => entry(path, method, call));
    return `<section aria-labelledby="${text(tag)}"><h2 id="${text(tag)}">${text(tag)}</h2>${own.join('')}</section>`;
  });
  return page(`${intro(api, tags)}${sections.join('')}${schemas(api)}`);
}

function intro({ info }: OpenApi, tags: string[]): string {
  const links = [...tags, 'Schemas'].map((tag) => `<li><a href="#${text(tag)}">${text(tag)}</a></li>`);
  return `<h1>${text(info.title)} API</h1><p>${text(info.description)} Base path <code>/api</code>;
    as a file: <a href="/api/openapi.json">openapi.json</a>. Signed-in calls carry
    <code>Authorization: Bearer</code> and the token that signing in returned.</p><nav aria-label="Groups"><ul>${links.join('')}</ul></nav>`;
}

function entry(path: string, method: string, call: DescribedCall): string {
  return `<details id="${text(call.operationId)}"><summary><b class="${text(method)}">${text(method.toUpperCase())}</b>
    <code>${text(path)}</code> <span>${text(call.summary)}</span> <small>${text(call['x-access'])}</small></summary>
    ${parameters(call)}${body(call)}<h3>Responses</h3>${Object.entries(call.responses).map(responseSection).join('')}</details>`;
}

function parameters({ parameters: all }: DescribedCall): string {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ name, in: place, required, schema }) =>
      `<tr><th scope="row"><code>${text(name)}</code></th><td>${text(place)}${required ? ', required' : ''}</td><td>${json(schema)}</td></tr>`,
  );
  return `<h3>Parameters</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

function body({ requestBody }: DescribedCall): string {
  if (!requestBody) return '';
  const parts = Object.entries(requestBody.content).map(
    ([media, { schema }]) => `<p>${text(media)}</p>${json(schema)}`,
  );
  return `<h3>Body${requestBody.required ? '' : ' (optional)'}</h3>${parts.join('')}`;
}

function responseSection([status, content]: [string, unknown]): string {
  const reference = (content as { $ref?: string }).$ref;
  return reference
    ? `<p><b>${text(status)}</b> <a href="#schema-Failure">Failure</a></p>`
    : `<p><b>${text(status)}</b></p>${json(content)}`;
}

function schemas({ components }: OpenApi): string {
  const entries = Object.entries(components.schemas as Record<string, unknown>);
  const all = entries.map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}"><summary><code>${text(name)}</code></summary>${json(schema)}</details>`,
  );
  return `<section aria-labelledby="Schemas"><h2 id="Schemas">Schemas</h2>${all.join('')}</section>`;
}

/** Indented JSON whose references link to their schemas. */
function json(value: unknown): string {
  const shown = text(JSON.stringify(value, null, 2));
  return `<pre tabindex="0">${shown.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`;
}

function page(main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Caredrop API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/api/docs/style.css"></head><body><main>${main}</main></body></html>`;
}

/** The page's style sheet: the design of the application, reduced to a few rules. */
export const docsStyle = `
:root { color-scheme: light dark; --page: #f6f8f9; --card: #fff; --text: #16242a; --muted: #51636b; --line: #dce4e7; --accent: #0a5f5f; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1517; --card: #161d20; --text: #e7eef0; --muted: #9fb1b8; --line: #2a363b; --accent: #5ccbc4; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 28px; } h2 { font-size: 22px; margin-top: 40px; } h3 { font-size: 15px; margin: 16px 0 4px; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 0; list-style: none; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 8px 0; padding: 0 16px; }
details[open] { padding-bottom: 16px; }
summary { cursor: pointer; padding: 12px 0; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 64px; color: var(--accent); }
summary small, summary span { color: var(--muted); } summary small { float: right; }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
pre { overflow: auto; max-height: 420px; margin: 4px 0; padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: 4px 8px 4px 0; }
`;
