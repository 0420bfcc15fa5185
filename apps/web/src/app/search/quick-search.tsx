import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { usePageKeys } from '../../shared/lib/page-keys.js';
import { copy } from '../copy.js';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.js')).SearchDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.js')).KeysDialog }));

/** How long after G the second key of a shortcut may follow. */
const sequenceMs = 1500;
const destinations: Record<string, string> = {
  d: paths.dashboard.path,
  l: paths.tokens.path,
  o: paths.documents.path,
};

/** The search of the whole workspace, and the keyboard shortcuts that work on every page. */
export function QuickSearch() {
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  const navigate = useNavigate();
  const gPressedAt = useRef(-Infinity);

  usePageKeys((event) => {
    const key = event.key.toLowerCase();
    const follows = event.timeStamp - gPressedAt.current < sequenceMs;
    gPressedAt.current = key === 'g' ? event.timeStamp : -Infinity;
    if (key === '/' || key === '?') {
      // Otherwise Firefox would open its own search, and the key would be typed into ours.
      event.preventDefault();
      return setOpen(key === '/' ? 'search' : 'keys');
    }
    const to = key === 'n' ? paths.generateLink.path : follows ? destinations[key] : undefined;
    if (to) void navigate(to);
  });

  const close = () => setOpen(null);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={copy.header.search}
        aria-keyshortcuts="/"
        title={copy.header.searchKey}
        onClick={() => setOpen('search')}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <Suspense fallback={null}>
        {open === 'search' && <SearchDialog onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}
