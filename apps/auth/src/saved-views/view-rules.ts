import { limits, type SavedView } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** Throws 409 when another view of the same list has this name, in whatever case. */
export function requireFreeName(
  views: SavedView[],
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
): void {
  const taken = views.some(
    (view) => view.id !== id && view.list === list && folded(view.name) === folded(name),
  );
  if (taken) throw appError('view_name_taken');
}

/** Throws 409 when the list has as many views as it can have. */
export function requireBelowLimit(views: SavedView[], { list }: Pick<SavedView, 'list'>): void {
  const max = limits.viewsPerListMax;
  if (views.filter((view) => view.list === list).length >= max)
    throw appError('views_full', { params: { max } });
}
