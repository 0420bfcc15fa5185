import { requestLimits } from '@caredrop/contracts';
import { Stack, Text, TextInput } from '@mantine/core';
import { languageName } from '../../../shared/lib/language-name.js';
import { copy as itemsCopy } from '../request-items/copy.js';
import { ItemList } from '../request-items/item-list.js';
import type { Item, ItemProblems } from '../request-items/items.js';
import { copy } from './copy.js';
import { itemsIn, withItems, type TemplateItem } from './template-items.js';
import { directionOf } from './template-values.js';

interface Props {
  items: TemplateItem[];
  language: string;
  /** The clinic's default language. */
  usual: string;
  problems: ItemProblems;
  onChange: (items: TemplateItem[]) => void;
}

/** The documents in one language: the whole list in the clinic's default language, only their names in another. */
export function LanguageItems({ items, language, usual, problems, onChange }: Props) {
  const shown = itemsIn(items, language);
  const written = { lang: language, dir: directionOf(language) };
  const common = { items: shown, problems, written };
  const change = (changed: Item[]) => onChange(withItems(items, changed, language));
  const title = language === usual ? itemsCopy.choice.group : copy.dialog.documentsIn(languageName(language));
  return (
    <Stack gap={12} role="group" aria-label={title}>
      <Text fw={500} mb={-8}>
        {title}
      </Text>
      {language === usual ? (
        <ItemList {...common} onChange={change} />
      ) : (
        <Names {...common} names={itemsIn(items, usual)} usual={languageName(usual)} onChange={change} />
      )}
    </Stack>
  );
}

interface NamesProps {
  items: Item[];
  /** The same documents in the clinic's default language. */
  names: Item[];
  /** The name of that language. */
  usual: string;
  problems: ItemProblems;
  written: { lang: string; dir: 'ltr' | 'rtl' };
  onChange: (items: Item[]) => void;
}

function Names({ items, names, usual, problems, written, onChange }: NamesProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {copy.dialog.documentsInHelp(usual)}
      </Text>
      {items.map((item, place) => (
        <TextInput
          key={item.key}
          label={copy.dialog.document(place + 1, names[place]?.label.trim() ?? '')}
          autoComplete="off"
          maxLength={requestLimits.labelMax}
          value={item.label}
          error={problems[item.key]}
          onChange={({ currentTarget: { value } }) =>
            onChange(items.map((one) => (one === item ? { ...one, label: value } : one)))
          }
          {...written}
        />
      ))}
    </>
  );
}
