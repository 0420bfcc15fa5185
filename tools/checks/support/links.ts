import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../stack/paths.ts';

/**
 * Broken relative links of a Markdown page, as written: the file is missing, or has no such heading.
 * `page` is a path relative to the root of the repository.
 */
export function brokenLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !resolves(page, text, target));
}

function resolves(page: string, text: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const full = path.resolve(root, path.dirname(page), file);
  if (file !== '' && !existsSync(full)) return false;
  if (heading === undefined) return true;
  return headingsOf(file === '' ? text : readFileSync(full, 'utf8')).includes(heading);
}

/** The anchors that GitHub and GitLab generate for a page's headings. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
