import type { TemplateItems } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { copy } from './copy.js';
import { directionOf } from './template-values.js';

/** The documents that a template asks for, as a patient with this language reads them. */
export function AskedItems({ items, language }: { items: TemplateItems; language: string }) {
  return (
    <>
      <Text size="sm">{copy.field.asks(items.length)}</Text>
      <ol style={{ margin: 0, paddingInlineStart: 24, overflowWrap: 'anywhere' }}>
        {items.map(({ labels, optional }, place) => {
          const written = labels.find((one) => one.language === language) ?? labels[0];
          return (
            written && (
              <li key={place}>
                <span lang={written.language} dir={directionOf(written.language)}>
                  {written.label}
                </span>
                {optional && ` ${copy.field.optional}`}
              </li>
            )
          );
        })}
      </ol>
    </>
  );
}
