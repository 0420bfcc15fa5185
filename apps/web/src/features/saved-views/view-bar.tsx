import type { ListName, SavedView } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { copy } from './copy.js';
import { useSavedViewsQuery } from './saved-views.api.js';
import classes from './saved-views.module.css';
import { filtersIn } from './view-filters.js';

const ViewNameDialog = lazy(async () => ({
  default: (await import('./view-name-dialog.js')).ViewNameDialog,
}));
const DeleteViewDialog = lazy(async () => ({
  default: (await import('./delete-view-dialog.js')).DeleteViewDialog,
}));

/** The user's views of a list, above its filters. Empty while there is neither a view nor a filter to save. */
export function ViewBar({ list }: { list: ListName }) {
  const { search } = useLocation();
  const { data, error, isFetching, refetch } = useSavedViewsQuery();
  const query = filtersIn(list, search);
  if (!data) return error && !isFetching ? <Failed onRetry={() => void refetch()} /> : null;
  const views = data.filter((view) => view.list === list);
  if (views.length === 0 && query === '') return null;
  return <Bar list={list} query={query} views={views} />;
}

interface BarProps {
  list: ListName;
  /** The filters that apply now. */
  query: string;
  views: SavedView[];
}

function Bar({ list, query, views }: BarProps) {
  const [open, setOpen] = useState<{ kind: 'name' | 'delete'; view?: SavedView | undefined } | null>(null);
  const current = views.find((view) => filtersIn(list, view.query) === query);
  const close = () => setOpen(null);
  const action = (label: string, kind: 'name' | 'delete') => (
    <Button
      variant={current ? 'subtle' : 'default'}
      size="compact-md"
      onClick={() => setOpen({ kind, view: current })}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.bar}>
      {views.length > 0 && <Views views={views} current={current} isAll={query === ''} />}
      {!current && query !== '' && action(copy.save, 'name')}
      {current && action(copy.rename, 'name')}
      {current && action(copy.delete, 'delete')}
      <Suspense fallback={null}>
        {open?.kind === 'name' && (
          <ViewNameDialog list={list} query={query} view={open.view} onClose={close} />
        )}
        {open?.kind === 'delete' && open.view && <DeleteViewDialog view={open.view} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface ViewsProps {
  views: SavedView[];
  current: SavedView | undefined;
  isAll: boolean;
}

/** Opening a view replaces the entry in the history, as each change of a filter does. */
function Views({ views, current, isAll }: ViewsProps) {
  const link = (name: string, search: string, isCurrent: boolean) => (
    <Link
      to={{ search }}
      replace
      className={classes.view}
      title={name}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {name}
    </Link>
  );
  return (
    <nav aria-label={copy.title} className={classes.views}>
      {link(copy.all, '', isAll)}
      {views.map((view) => (
        <span key={view.id}>{link(view.name, view.query, view === current)}</span>
      ))}
    </nav>
  );
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.bar}>
    <Text size="sm" c="dimmed" role="status">
      {copy.loadFailed}
    </Text>
    <Button variant="default" size="compact-md" onClick={onRetry}>
      {copy.retry}
    </Button>
  </div>
);
