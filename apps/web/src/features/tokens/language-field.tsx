import { NativeSelect } from '@mantine/core';
import { dialogCopy as copy } from './dialog-copy.js';
import { languageName } from '../../shared/lib/language-name.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

export interface LanguageFieldProps {
  /** '' while none is chosen. */
  value: string;
  /** The link has a language: it can be changed, but not removed. */
  isKnown?: boolean;
  onChange: (language: string) => void;
}

/** The link's language; '' if none was chosen, or the clinic no longer offers it. */
export function useKnownLanguage({ language }: { language?: string | null }): string {
  const { data } = useTokenDefaultsQuery();
  return language && data?.languages.includes(language) ? language : '';
}

/** The language in which the clinic writes to a patient; renders nothing if the clinic offers only one. */
export function LanguageField({ value, isKnown = false, onChange }: LanguageFieldProps) {
  const { data } = useTokenDefaultsQuery();
  const [usual, ...others] = data?.languages ?? [];
  if (usual === undefined || others.length === 0) return null;
  const options = [usual, ...others].map((id) => ({ value: id, label: languageName(id) }));
  const open = { value: '', label: copy.language.open(languageName(usual)) };
  return (
    <NativeSelect
      label={copy.language.label}
      description={copy.language.help}
      data={isKnown ? options : [open, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
