import type { Reply } from './small-server.js';

const STYLE = `
:root { color-scheme: light dark; --page:#f6f8f9; --card:#fff; --text:#16242a; --muted:#51636b; --line:#dce4e7; --accent:#0a5f5f; --bad:#b3261e }
@media (prefers-color-scheme: dark) { :root { --page:#0f1517; --card:#161d20; --text:#e7eef0; --muted:#9fb1b8; --line:#2a363b; --accent:#5ccbc4; --bad:#ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 Inter, system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 22px; margin: 0 } .muted { color: var(--muted) } .bad { color: var(--bad) }
a { color: var(--accent) } ul { list-style: none; padding: 0; margin: 16px 0 }
li, .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; margin-bottom: 8px; overflow-wrap: anywhere }
li a { font-weight: 600 } pre { white-space: pre-wrap; font: inherit; margin: 8px 0 0 } iframe { width: 100%; height: 480px; border: 1px solid var(--line); border-radius: 10px; background: #fff }
time { float: right; margin-left: 16px; color: var(--muted); font-size: 13px } dt { color: var(--muted); font-size: 13px } dd { margin: 0 0 8px }
`;

/** A page of an emulator, styled like the product; it runs no script, and loads only frames from the emulator. */
export function page(title: string, content: string): Reply {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'";
  return { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, body };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Escapes a text and turns its http URLs into links. */
export function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}

/** A time as `21 Nov 2026, 14:05:09 UTC`. */
export function moment(iso: string): string {
  const day = new Date(iso).toUTCString().slice(5, 16).replace(/^0/, '');
  return `<time datetime="${iso}">${day}, ${iso.slice(11, 19)} UTC</time>`;
}
