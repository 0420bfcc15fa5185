import { requestLimits } from '@caredrop/contracts';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash, type Icon } from '@tabler/icons-react';
import { copy } from './copy.js';
import classes from './item-list.module.css';
import type { Item } from './items.js';
import type { ItemPart } from './use-focus-of.js';

interface Props {
  item: Item;
  /** Its label, or its place while it has none. */
  name: string;
  /** From 0. */
  place: number;
  count: number;
  problem: string | undefined;
  written: { lang: string; dir: 'ltr' | 'rtl' } | undefined;
  onChange: (part: Partial<Item>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Called on Enter, which does not send the form. */
  onEnter: () => void;
}

/** One document of the list. A request has at least two, so the last two cannot be removed. */
export function ItemRow(props: Props) {
  const { item, name, place, count, problem, written, onChange, onMove, onRemove, onEnter } = props;
  return (
    <li data-item={item.key}>
      <TextInput
        {...written}
        data-part={'label' satisfies ItemPart}
        label={copy.list.label(place + 1)}
        placeholder={copy.list.example}
        autoComplete="off"
        maxLength={requestLimits.labelMax}
        value={item.label}
        error={problem}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <div className={classes.row}>
        <Checkbox
          label={copy.list.optional}
          aria-label={copy.list.optionalName(name)}
          checked={item.optional}
          onChange={(event) => onChange({ optional: event.currentTarget.checked })}
        />
        <div className={classes.buttons}>
          <RowButton
            part="up"
            name={copy.list.up(name)}
            icon={IconArrowUp}
            disabled={place === 0}
            onClick={() => onMove(-1)}
          />
          <RowButton
            part="down"
            name={copy.list.down(name)}
            icon={IconArrowDown}
            disabled={place === count - 1}
            onClick={() => onMove(1)}
          />
          {count > requestLimits.itemsMin && (
            <RowButton part="remove" name={copy.list.remove(name)} icon={IconTrash} onClick={onRemove} />
          )}
        </div>
      </div>
    </li>
  );
}

interface ButtonProps {
  part: ItemPart;
  name: string;
  icon: Icon;
  disabled?: boolean;
  onClick: () => void;
}

const RowButton = ({ part, name, icon: Glyph, ...button }: ButtonProps) => (
  <ActionIcon {...button} variant="default" size={34} data-part={part} aria-label={name} title={name}>
    <Glyph size={18} stroke={1.75} aria-hidden="true" />
  </ActionIcon>
);
