import { shortenLinks } from '@caredrop/contracts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * A list's filters, kept in the URL: Back, reload and a bookmark restore them. Blank ones are left out, and a change
 * replaces the entry in the history. A pasted link is shortened, so that no URL contains it. `blank` must not change
 * between renders.
 */
export function useUrlFilters<Name extends string>(blank: Record<Name, string>) {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => {
    const names = Object.keys(blank) as Name[];
    return Object.fromEntries(names.map((name) => [name, shortenLinks(query.get(name) ?? '')])) as Record<
      Name,
      string
    >;
  }, [blank, query]);
  const setFilters = (wanted: Record<Name, string>) => {
    const given = Object.entries<string>(wanted)
      .filter(([, value]) => value !== '')
      .map(([name, value]): [string, string] => [name, shortenLinks(value)]);
    // Without a transition: the fields show the new values at once.
    setQuery(given, { replace: true, preventScrollReset: true, flushSync: true });
  };
  return [filters, setFilters] as const;
}
