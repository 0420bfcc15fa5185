import { holdsPartOfLink, shortenLinks } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

/**
 * The path at the service for a matched route. Values are encoded again, so a value can never become two path segments;
 * values that a proxy might resolve ('..', slashes) are a 404.
 */
export function upstreamPath(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/:([A-Za-z]+)/g, (_match, name: string) => segment(params[name] ?? ''));
}

function segment(value: string): string {
  if (value === '' || /^\.{1,2}$/.test(value) || /[/\\\0]/.test(value)) throw appError('not_found');
  return encodeURIComponent(value);
}

/**
 * Longer than any link's value, and short enough for any schema: truncating an invalid value changes no
 * response.
 */
const LINK_CHARACTERS = 200;

/** A link's value for use in a header or body: any input becomes plain ASCII. */
export function linkValue(value: string): string {
  return encodeURIComponent(value).slice(0, LINK_CHARACTERS);
}

/**
 * The query with its question mark, or ''. A link that was pasted into a search is shortened, so that no URL between
 * services contains one.
 */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return '';
  const query = new URLSearchParams(url.slice(mark));
  if (!query.getAll('search').some(holdsPartOfLink)) return url.slice(mark);
  const shortened = [...query].map(([name, value]): [string, string] => [
    name,
    name === 'search' ? shortenLinks(value) : value,
  ]);
  return `?${new URLSearchParams(shortened).toString()}`;
}
