import type { ListName } from '@caredrop/contracts';
import { Suspense } from 'react';
import { optionalPart } from '../../shared/ui/optional-part.js';

const ViewBar = optionalPart(async () => (await import('./view-bar.js')).ViewBar);

/** The user's saved views of a list. The list does not wait for them. */
export const SavedViews = ({ list }: { list: ListName }) => (
  <Suspense fallback={null}>
    <ViewBar list={list} />
  </Suspense>
);
