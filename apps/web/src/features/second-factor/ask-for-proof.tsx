import { messages } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { proofRequests } from '../../shared/api/proof-requests.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { ProveForm } from './prove-form.js';
import { isAboutField } from './rejection.js';
import { useProveMutation, useSecondFactorQuery } from './second-factor.api.js';
import classes from './second-factor.module.css';

/** Asks for the password, and for a code if the account has a second factor. */
export function AskForProof() {
  const factor = useSecondFactorQuery();
  const [prove, { error, isLoading }] = useProveMutation();
  const cancel = () => proofRequests.settle(false);
  const submit = async (proof: { password: string; code?: string }) => {
    const response = await prove(proof);
    if (!response.error) proofRequests.settle(true);
    else if (!isAboutField(response.error)) toast.failure(response.error, messages.proof.failed);
  };
  return (
    <Dialog opened title={copy.confirm.title} busy={isLoading} onClose={cancel}>
      <Stack gap={16}>
        <p className={classes.plain}>{copy.confirm.why(factor.data?.enabled === true)}</p>
        {factor.data && (
          <ProveForm
            withCode={factor.data.enabled}
            error={error}
            busy={isLoading}
            label={copy.goOn}
            onCancel={cancel}
            onProof={(proof) => void submit(proof)}
          />
        )}
        {!factor.data && factor.isFetching && <ListSkeleton rows={2} />}
        {!factor.data && !factor.isFetching && (
          <ErrorState what={copy.confirm.what} error={factor.error} onRetry={() => void factor.refetch()} />
        )}
      </Stack>
    </Dialog>
  );
}
