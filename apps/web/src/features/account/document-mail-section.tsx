import { documentMailChoices, messages, type DocumentMail, type Preferences } from '@caredrop/contracts';
import { Radio, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { useChangePreferencesMutation, usePreferencesQuery } from './account.api.js';
import classes from './account.module.css';
import { copy } from './copy.js';

/** Lets the user choose when to be sent emails about new documents. */
export function DocumentMailSection() {
  const { data, error, isFetching, refetch } = usePreferencesQuery();
  useErrorToast(error, messages.preferences.loadFailed);
  return (
    <Section title={copy.documentMail.title}>
      <Card narrow>
        {data && <Choices saved={data} />}
        {!data && isFetching && <ListSkeleton rows={4} />}
        {!data && error && !isFetching && (
          <ErrorState what={copy.documentMail.what} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

function Choices({ saved }: { saved: Preferences }) {
  const [chosen, setChosen] = useState<DocumentMail>();
  const [change, { isLoading }] = useChangePreferencesMutation();
  const documentMail = chosen ?? saved.documentMail;
  // Saved with a button, because the arrow keys select each choice that they pass.
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const { error } = await change({ documentMail });
    if (error) toast.failure(error, messages.preferences.saveFailed);
    else toast.success(messages.preferences.saved);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap={16}>
        <Radio.Group
          label={copy.documentMail.choose}
          value={documentMail}
          onChange={(value) => setChosen(documentMailChoices.find((choice) => choice === value))}
        >
          <Stack gap={12} mt={8}>
            {documentMailChoices.map((choice) => (
              <Radio key={choice} value={choice} {...copy.documentMail.choices[choice]} />
            ))}
          </Stack>
        </Radio.Group>
        <p className={classes.plain}>{copy.documentMail.always}</p>
        <div>
          <BusyButton
            type="submit"
            busy={isLoading}
            label={copy.documentMail.save}
            loadingLabel={copy.documentMail.saving}
          />
        </div>
      </Stack>
    </form>
  );
}
