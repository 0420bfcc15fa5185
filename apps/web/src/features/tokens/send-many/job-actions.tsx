import { errors, type SendingJob } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveBlob } from '../../../shared/lib/save-blob.js';
import { ActionButton } from '../../../shared/ui/action-button.js';
import { BusyButton } from '../../../shared/ui/busy-button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { toast } from '../../../shared/ui/toast.js';
import { copy } from './copy.js';
import { resultsCsv, resultsCsvName } from './results-csv.js';
import { useChangeSendingJobMutation, useSendingResultsMutation } from './sending-jobs.api.js';
import classes from './send-many.module.css';

const turns: Partial<Record<SendingJob['state'], 'start' | 'resume'>> = {
  scheduled: 'start',
  paused: 'resume',
};

/** Buttons that start, pause, resume and cancel a job, and download its results. */
export function JobActions({ job: { id, state, counts } }: { job: SendingJob }) {
  const [change, { isLoading }] = useChangeSendingJobMutation();
  const [cancelling, setCancelling] = useState(false);
  const open = state === 'scheduled' || state === 'running' || state === 'paused';
  const turn = turns[state] ?? 'pause';
  const ask = async (wanted: 'start' | 'pause' | 'resume' | 'cancel') => {
    const response = await change({ id, change: wanted });
    if (response.error) toast.serverFirst(response.error, copy.job.changeFailed);
    else setCancelling(false);
  };
  return (
    <Stack gap={8}>
      <Group gap={8}>
        {open && (
          <BusyButton
            busy={isLoading && !cancelling}
            label={copy.job[turn]}
            loadingLabel={copy.job.changing}
            onClick={() => void ask(turn)}
          />
        )}
        <Download id={id} />
        {open && (
          <Button variant="outline" color="red" onClick={() => setCancelling(true)}>
            {copy.job.cancel}
          </Button>
        )}
      </Group>
      <p className={classes.help}>{copy.job.downloadHelp}</p>
      {cancelling && (
        <ConfirmDialog
          opened
          title={copy.cancelDialog.title}
          busy={isLoading}
          confirm={copy.cancelDialog.confirm}
          confirming={copy.cancelDialog.confirming}
          onConfirm={() => void ask('cancel')}
          onClose={() => setCancelling(false)}
        >
          <p style={{ margin: 0 }}>{copy.cancelDialog.text(counts)}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Download({ id }: { id: string }) {
  const [load, { isLoading }] = useSendingResultsMutation();
  const download = async () => {
    const response = await load(id);
    if (!response.data) return toast.serverFirst(response.error, errors.service_unavailable.text);
    const file = new Blob([resultsCsv(response.data)], { type: 'text/csv;charset=utf-8' });
    saveBlob(file, resultsCsvName(new Date()));
  };
  return (
    <ActionButton
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
      busy={isLoading}
      onClick={() => void download()}
    >
      {copy.job.download}
    </ActionButton>
  );
}
