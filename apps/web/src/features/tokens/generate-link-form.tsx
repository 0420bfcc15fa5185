import { createTokenBody, messages, sentencesByField, type Token } from '@caredrop/contracts';
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, useState, type SubmitEvent } from 'react';
import { useDraft } from '../../shared/lib/use-draft.js';
import { BusyButton } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import type { Check } from './check-fields.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { daysOf, ExpiryField } from './expiry-field.js';
import { useCreateTokenMutation } from './tokens.api.js';

const OptionalFields = lazy(() => import('./optional-fields.js'));

const blank = { patientRefId: '', nickname: '', notes: '', expiryDays: '', language: '' };
type Values = typeof blank;
type Problems = Partial<Record<keyof Values, string>>;

/** Not part of the draft, which the browser keeps: a date of birth must not be stored. */
const noCheck: Check = { birthDate: '', initials: '' };

/** The input of the request; without a number of days, the clinic's default applies. */
const toBody = ({ expiryDays, ...rest }: Values) => ({ ...rest, ...daysOf(expiryDays) });

/** The shared schema's errors by field; empty when the form may be sent. */
function problemsOf(values: Values): Problems {
  const parsed = createTokenBody.safeParse(toBody(values));
  return parsed.success ? {} : sentencesByField(parsed.error);
}

/** Asks for the patient's reference and creates a link; the input stays when that fails. */
export function GenerateLinkForm({ onGenerated }: { onGenerated: (token: Token) => void }) {
  const { values, change, clear } = useDraft<Values>('generate-link', blank);
  const [check, setCheck] = useState(noCheck);
  const [tried, setTried] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [create, { isLoading, error }] = useCreateTokenMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const found = problemsOf(values);
    setProblems(found);
    setTried(true);
    if (Object.keys(found).length > 0 || check.problem) return;
    const { body } = check;
    const answer = await create({
      ...createTokenBody.parse(toBody(values)),
      ...(body && { patient_check: body }),
    });
    if (!answer.data) return toast.serverFirst(answer.error, messages.link.generateFailed);
    toast.success(messages.link.generated);
    clear();
    setCheck(noCheck);
    setTried(false);
    onGenerated(answer.data.token);
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      change({ [name]: event.currentTarget.value });
      setProblems(({ [name]: _mended, ...others }) => others);
    },
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={16}>
        {error && !isLoading && <Notice tone="danger">{copy.generate.failed}</Notice>}
        <TextInput
          label={copy.generate.reference}
          description={copy.generate.referenceHelp}
          autoComplete="off"
          {...field('patientRefId')}
        />
        <TextInput
          label={copy.generate.nickname}
          description={copy.generate.nicknameHelp}
          autoComplete="off"
          {...field('nickname')}
        />
        <Textarea
          label={copy.generate.notes}
          description={copy.generate.notesHelp}
          autosize
          minRows={2}
          maxRows={8}
          {...field('notes')}
        />
        <ExpiryField kind="expiryDays" {...field('expiryDays')} />
        <Suspense fallback={null}>
          <OptionalFields
            language={{ value: values.language, onChange: (language) => change({ language }) }}
            check={{ check, tried, onChange: setCheck }}
          />
        </Suspense>
        <Group>
          <BusyButton
            type="submit"
            busy={isLoading}
            label={copy.generate.submit}
            loadingLabel={copy.generate.submitting}
          />
        </Group>
      </Stack>
    </form>
  );
}
