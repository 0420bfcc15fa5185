import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { copy } from '../copy.js';
import classes from './filters.module.css';

/** Filters in one row that wraps. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row} role="group" aria-label={copy.filters}>
    {children}
  </div>
);

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

interface TextFilterProps extends FilterProps {
  /** Waits for a pause in typing of this length; for filters applied on the server. */
  pauseMs?: number;
  placeholder?: string;
}

export function TextFilter({ label, value, onChange, pauseMs = 0, placeholder }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  // The parent may set the value too (Reset), which replaces what was typed.
  if (value !== given) {
    setGiven(value);
    setTyped(value);
  }
  const notify = useDebouncedCallback((text: string) => {
    setGiven(text);
    onChange(text);
  }, pauseMs);
  const change = (text: string) => {
    setTyped(text);
    if (pauseMs > 0) return notify(text);
    setGiven(text);
    onChange(text);
  };
  return (
    <TextInput
      label={label}
      value={typed}
      placeholder={placeholder}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
      className={classes.field}
    />
  );
}

/** A native select: it works with keyboards, phones and screen readers alike. */
export function SelectFilter({
  label,
  value,
  onChange,
  options,
}: FilterProps & { options: [string, string][] }) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={options.map(([optionValue, optionLabel]) => ({ value: optionValue, label: optionLabel }))}
      className={classes.field}
    />
  );
}

/** A date, by the browser's own picker; blank for none. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={classes.field}
    />
  );
}
