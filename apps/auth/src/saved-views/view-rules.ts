import { limits, type SavedView } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** Throws 409 when another view of the same list has this name, ignoring case. */
export function requireFreeName(
  views: SavedView[],
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
): void {
  const taken = views.some(
    (view) => view.id !== id && view.list === list && folded(view.name) === folded(name),
  );
  if (taken) throw appError('view_name_taken');
}

/** Throws 409 when the list already has the maximum number of views. */
export function requireBelowLimit(views: SavedView[], { list }: Pick<SavedView, 'list'>): void {
  const max = limits.viewsPerListMax;
  if (views.filter((view) => view.list === list).length >= max)
    throw appError('views_full', { params: { max } });
}
