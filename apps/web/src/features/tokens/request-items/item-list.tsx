import { requestLimits } from '@caredrop/contracts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { copy } from './copy.js';
import { ItemRow } from './item-row.js';
import classes from './item-list.module.css';
import { blankItem, withMoved, type Item, type ItemProblems } from './items.js';
import { useFocusOf } from './use-focus-of.js';

interface Props {
  items: Item[];
  problems: ItemProblems;
  /** Language and direction of the names; those of the page if absent. */
  written?: { lang: string; dir: 'ltr' | 'rtl' };
  onChange: (items: Item[]) => void;
}

/** The documents that a request asks for. They can be named, moved, added and removed with the keyboard alone. */
export function ItemList({ items, problems, written, onChange }: Props) {
  const { list, focus } = useFocusOf();
  const [change, setChange] = useState('');
  const isFull = items.length >= requestLimits.itemsMax;
  const nameOf = (item: Item) => item.label.trim() || copy.list.unnamed(items.indexOf(item) + 1);

  const add = () => {
    const item = blankItem();
    onChange([...items, item]);
    focus(item.key, 'label');
  };
  const remove = (item: Item) => {
    const place = items.indexOf(item);
    const left = items.filter((one) => one !== item);
    onChange(left);
    setChange(copy.list.removed(nameOf(item)));
    const next = left[place] ?? left.at(-1);
    if (next) focus(next.key, 'label');
  };
  const move = (item: Item, by: -1 | 1) => {
    onChange(withMoved(items, item.key, by));
    setChange(copy.list.moved(nameOf(item), items.indexOf(item) + 1 + by, items.length));
    focus(item.key, ...(by < 0 ? (['up', 'down'] as const) : (['down', 'up'] as const)));
  };
  const goOn = (item: Item) => {
    const next = items[items.indexOf(item) + 1];
    if (next) focus(next.key, 'label');
    else if (!isFull && item.label.trim() !== '') add();
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {copy.list.help}
      </Text>
      <ol ref={list} className={classes.list}>
        {items.map((item, place) => (
          <ItemRow
            key={item.key}
            item={item}
            name={nameOf(item)}
            place={place}
            count={items.length}
            problem={problems[item.key]}
            written={written}
            onChange={(part) => onChange(items.map((one) => (one === item ? { ...one, ...part } : one)))}
            onMove={(by) => move(item, by)}
            onRemove={() => remove(item)}
            onEnter={() => goOn(item)}
          />
        ))}
      </ol>
      {isFull ? (
        <Text size="sm" c="dimmed">
          {copy.list.full}
        </Text>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={add}
        >
          {copy.list.add}
        </Button>
      )}
      <VisuallyHidden aria-live="polite">{change}</VisuallyHidden>
    </>
  );
}
