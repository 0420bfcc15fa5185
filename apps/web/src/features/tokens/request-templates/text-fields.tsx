import { limits, templateLimits } from '@caredrop/contracts';
import { Button, Fieldset, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { languageName } from '../../../shared/lib/language-name.js';
import { copy } from './copy.js';
import { directionOf, segmentsOf, type TemplateProblems, type TextValues } from './template-values.js';

interface Props {
  text: TextValues;
  problems: TemplateProblems['texts'][string] | undefined;
  onChange: (part: Partial<TextValues>) => void;
  /** Undefined for the clinic's default language, which every template has. */
  onRemove: (() => void) | undefined;
  /** The documents, in this language. */
  children: ReactNode;
}

const styles = {
  root: { background: 'none', borderColor: 'var(--cd-line)' },
  legend: { fontWeight: 600 },
};

/** The words for the patient in one language, written in its direction. */
export function TextFields({ text, problems, onChange, onRemove, children }: Props) {
  const { language, instructions, sms } = text;
  const name = languageName(language);
  const written = { lang: language, dir: directionOf(language), autosize: true, maxRows: 10 };
  return (
    <Fieldset legend={name} styles={styles}>
      <Stack gap={12}>
        <Textarea
          {...written}
          minRows={3}
          label={copy.dialog.instructions}
          description={copy.dialog.instructionsHelp(instructions.length)}
          maxLength={templateLimits.instructionsMax}
          value={instructions}
          error={problems?.instructions}
          onChange={(event) => onChange({ instructions: event.currentTarget.value })}
        />
        <Textarea
          {...written}
          minRows={2}
          label={copy.dialog.sms}
          description={sms === '' ? copy.dialog.smsUsual : copy.dialog.smsSize(sms.length, segmentsOf(sms))}
          maxLength={limits.smsTextMax}
          value={sms}
          error={problems?.sms}
          onChange={(event) => onChange({ sms: event.currentTarget.value })}
        />
        {children}
        {onRemove && (
          <Button variant="default" size="compact-sm" style={{ alignSelf: 'start' }} onClick={onRemove}>
            {copy.dialog.remove(name)}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
