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

/** The query with its question mark, or ''. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark);
}
