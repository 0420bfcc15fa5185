import type { NewPatientCheck } from '@caredrop/contracts';
import { Stack, TextInput } from '@mantine/core';
import { checkCopy as copy } from './check-copy.js';

/** Input for the patient check. If both are empty, the link has no check. */
export interface Check {
  birthDate: string;
  initials: string;
  /** What is sent; undefined without a check, and while the input is not valid. */
  body?: NewPatientCheck;
  /** The input is not valid yet. */
  problem?: boolean;
}

export interface CheckFieldsProps {
  check: Check;
  /** The clinician has tried to send the form, so problems are shown. */
  tried: boolean;
  onChange: (check: Check) => void;
}

const today = () => new Date().toISOString().slice(0, 10);
const isBirthDate = (value: string) => value >= '1900-01-01' && value <= today();
const areInitials = (value: string) => /\p{L}/u.test(value);

function read(birthDate: string, initials: string): Check {
  const typed = { birthDate, initials };
  if (birthDate === '' && initials.trim() === '') return typed;
  if (!isBirthDate(birthDate) || !areInitials(initials)) return { ...typed, problem: true };
  return { ...typed, body: { birth_date: birthDate, initials } };
}

/** The optional fields for a patient check, for clinics that have turned it on. */
export function CheckFields({ check, tried, onChange }: CheckFieldsProps) {
  const { birthDate, initials, problem } = check;
  const wrong = tried && problem;
  return (
    <Stack gap={16}>
      <TextInput
        type="date"
        label={copy.birthDate}
        description={copy.birthDateHelp}
        min="1900-01-01"
        max={today()}
        autoComplete="off"
        value={birthDate}
        error={wrong && !isBirthDate(birthDate) && copy.problem.birthDate}
        onChange={({ currentTarget: { value } }) => onChange(read(value, initials))}
      />
      <TextInput
        label={copy.initials}
        description={copy.initialsHelp}
        maxLength={8}
        autoComplete="off"
        value={initials}
        error={wrong && !areInitials(initials) && copy.problem.initials}
        onChange={({ currentTarget: { value } }) => onChange(read(birthDate, value))}
      />
    </Stack>
  );
}
