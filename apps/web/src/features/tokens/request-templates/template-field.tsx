import type { RequestTemplate } from '@caredrop/contracts';
import { NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { copy } from './copy.js';
import { TemplatePreview } from './template-preview.js';

interface Props {
  /** The templates of the clinic; empty until they are loaded. */
  templates: RequestTemplate[];
  /** '' while none is chosen. */
  value: string;
  error: string | undefined;
  /** The patient's language; '' while none is chosen. */
  language: string;
  /** The language of the texts if none is chosen. */
  usual: string;
  onChange: (template: RequestTemplate | undefined) => void;
  /** The choice of several documents; rendered unless the template has a list of them. */
  children: ReactNode;
}

/** The template of a new link, and what its patient will read; only `children` if the clinic has no templates. */
export default function TemplateField({
  templates,
  value,
  error,
  language,
  usual,
  onChange,
  children,
}: Props) {
  const chosen = templates.find(({ id }) => id === value);
  // `children` keep their place, and so the focus, while the templates load.
  return (
    <>
      {templates.length > 0 && (
        <Stack gap={12}>
          <NativeSelect
            label={copy.field.label}
            description={copy.field.help}
            data={[
              { value: '', label: copy.field.none },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen?.id ?? ''}
            error={error}
            onChange={(event) => onChange(templates.find(({ id }) => id === event.currentTarget.value))}
          />
          {chosen && <TemplatePreview template={chosen} language={language || usual} />}
        </Stack>
      )}
      {!chosen?.items && children}
    </>
  );
}
