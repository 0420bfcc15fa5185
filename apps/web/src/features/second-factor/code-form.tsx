import { errors } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { CodeField } from '../../shared/ui/code-field.js';
import { copy } from './copy.js';

interface CodeFormProps {
  /** The server's error about the last code. */
  problem: string | undefined;
  busy: boolean;
  onCode: (code: string) => void;
  /** Asks for a recovery code, which has letters as well as digits, instead of a code from the app. */
  recovery?: boolean;
  children?: ReactNode;
}

/** Asks for one code; after an error the input stays, so that it can be corrected. */
export function CodeForm({ problem, busy, onCode, recovery = false, children }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '' && !busy) onCode(code.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <CodeField
          label={recovery ? copy.codeForm.recoveryCode : copy.codeForm.code}
          description={recovery ? copy.codeForm.recoveryCodeHint : copy.codeForm.codeHint}
          inputMode={recovery ? 'text' : 'numeric'}
          {...(recovery && { autoComplete: 'off' })}
          autoFocus
          data-autofocus
          value={code}
          error={missing ? errors.code_required.text : busy ? undefined : problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <BusyButton type="submit" busy={busy} label={copy.goOn} loadingLabel={copy.checking} />
        {children}
      </Stack>
    </form>
  );
}
