import type { AttentionToken } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import type { AttentionItem } from './attention-items.js';
import { copy } from './copy.js';

interface Props {
  item: AttentionItem;
  /** The button for a link; passed in, because its dialogs belong to another feature. */
  action: (item: AttentionToken) => ReactNode;
}

/** The primary action of a row. Opening a document does not remove its row; marking it as reviewed or filed does. */
export function ItemAction({ item, action }: Props) {
  if ('token' in item) return action(item);
  return (
    <Button component={Link} to={paths.document.href(item.document.id)} variant="light" size="compact-md">
      {copy.review}
    </Button>
  );
}
