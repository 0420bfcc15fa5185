import { Checkbox } from '@mantine/core';
import { copy } from './copy.js';
import { ItemList } from './item-list.js';
import classes from './item-list.module.css';
import type { Item, ItemProblems } from './items.js';

interface Props {
  /** Whether the request asks for several documents. */
  several: boolean;
  items: Item[];
  problems: ItemProblems;
  onChange: (part: { several?: boolean; items?: Item[] }) => void;
}

/** The choice to ask for several documents, and their list. */
export default function ItemsField({ several, items, problems, onChange }: Props) {
  return (
    <>
      <Checkbox
        label={copy.choice.label}
        description={copy.choice.help}
        checked={several}
        onChange={(event) => onChange({ several: event.currentTarget.checked })}
      />
      {several && (
        <div role="group" aria-label={copy.choice.group} className={classes.group}>
          <ItemList items={items} problems={problems} onChange={(changed) => onChange({ items: changed })} />
        </div>
      )}
    </>
  );
}
