import { SelectFilter } from '../../shared/ui/filters.js';
import { copy } from './copy.js';

/** Filters a list of documents by review state. */
export function ReviewFilter(props: { value: string; onChange: (review: string) => void }) {
  const { all, ...states } = copy.review.options;
  return (
    <SelectFilter label={copy.review.filter} {...props} options={[['', all], ...Object.entries(states)]} />
  );
}
