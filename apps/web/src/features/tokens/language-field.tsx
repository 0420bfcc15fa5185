import { NativeSelect } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';
import { languageName } from '../../shared/lib/language-name.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

export interface LanguageFieldProps {
  /** '' while none is chosen. */
  value: string;
  onChange: (language: string) => void;
}

/** The language in which the clinic writes to a patient; renders nothing if the clinic offers only one. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const { data } = useTokenDefaultsQuery();
  const [usual, ...others] = data?.languages ?? [];
  if (usual === undefined || others.length === 0) return null;
  const options = [usual, ...others].map((id) => ({ value: id, label: languageName(id) }));
  return (
    <NativeSelect
      label={copy.language.label}
      description={copy.language.help}
      data={[{ value: '', label: copy.language.open(languageName(usual)) }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
