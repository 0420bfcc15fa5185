import { errors, bulkTokensBody, limits, messages, type Token } from '@caredrop/contracts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { isOutcomeUnknown, type QueryError } from '../../shared/api/api-error.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { daysOf, ExpiryField } from './expiry-field.js';
import { LanguageField } from './language-field.js';
import { useRecordExportMutation } from './tokens.api.js';
import { useGenerateBulkMutation, type BulkRequest } from './token-monitor.api.js';
import { tokensCsv, tokensCsvName } from './tokens-csv.js';

/** A whole number from 1 to 100, otherwise null. */
function countOf(typed: string): number | null {
  if (!/^\d+$/.test(typed.trim())) return null;
  const count = Number(typed);
  return count >= limits.bulkCountMin && count <= limits.bulkCountMax ? count : null;
}

/** Creates many links at once; the dialog cannot be closed while they are being made. */
export function BulkTokensDialog({ onClose }: { onClose: () => void }) {
  const [generate, { isLoading, error }] = useGenerateBulkMutation();
  const [made, setMade] = useState<Token[] | null>(null);

  const start = async (batch: BulkRequest) => {
    const response = await generate(batch);
    if (!response.data) return toast.serverFirst(response.error, messages.token.generateFailed);
    toast.success(messages.token.generated(response.data.tokens.length), {
      after: messages.token.generateFailed,
    });
    setMade(response.data.tokens);
  };
  return (
    <Dialog opened title={copy.bulk.title} busy={isLoading} onClose={onClose}>
      {made ? (
        <Made tokens={made} onClose={onClose} />
      ) : (
        <BulkForm busy={isLoading} error={error} onStart={start} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps {
  busy: boolean;
  error: QueryError;
  onStart: (batch: BulkRequest) => Promise<unknown>;
  onClose: () => void;
}

function BulkForm({ busy, error, onStart, onClose }: FormProps) {
  const [count, setCount] = useState(String(limits.bulkCountDefault));
  const [prefix, setPrefix] = useState('');
  const [days, setDays] = useState('');
  const [language, setLanguage] = useState('');
  const [problems, setProblems] = useState<{ count?: string; days?: string }>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const wanted = countOf(count);
    const expiry = bulkTokensBody.pick({ expiryDays: true }).safeParse(daysOf(days));
    setProblems({
      ...(wanted === null && { count: errors.bulk_count_invalid.text }),
      ...(!expiry.success && { days: errors.expiry_days_invalid.text }),
    });
    if (wanted !== null && expiry.success) void onStart({ count: wanted, prefix, language, ...expiry.data });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        {error && !busy && (
          <Notice tone="danger">{isOutcomeUnknown(error) ? copy.bulk.unknown : copy.bulk.failed}</Notice>
        )}
        <TextInput
          label={copy.bulk.count}
          description={copy.bulk.countHelp}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={count}
          error={problems.count}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        <TextInput
          label={copy.bulk.prefix}
          description={copy.bulk.prefixHelp}
          autoComplete="off"
          maxLength={limits.bulkPrefixMax}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
        <ExpiryField
          kind="bulkExpiryDays"
          value={days}
          error={problems.days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <LanguageField value={language} onChange={setLanguage} />
        <DialogButtons
          onCancel={onClose}
          type="submit"
          busy={busy}
          label={copy.bulk.submit}
          loadingLabel={copy.bulk.submitting}
        />
      </Stack>
    </form>
  );
}

function Made({ tokens, onClose }: { tokens: Token[]; onClose: () => void }) {
  const [recordExport, { isLoading }] = useRecordExportMutation();
  const download = async () => {
    const now = new Date();
    if (tokens.length === 0) return toast.error(messages.token.noneToDownload);
    const response = await recordExport(tokens.map(({ id }) => id));
    if (response.error) return toast.serverFirst(response.error, errors.service_unavailable.text);
    saveBlob(new Blob([tokensCsv(tokens)], { type: 'text/csv;charset=utf-8' }), tokensCsvName(now));
  };
  return (
    <Stack gap={20}>
      <Group gap={12} wrap="nowrap">
        <IconCircleCheck
          size={32}
          stroke={1.75}
          color="var(--cd-success)"
          aria-hidden="true"
          style={{ flex: 'none' }}
        />
        <Text role="status">{copy.bulk.made(tokens.length)}</Text>
      </Group>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {copy.bulk.done}
        </Button>
        <ActionButton
          data-autofocus
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          busy={isLoading}
          onClick={() => void download()}
        >
          {copy.bulk.download}
        </ActionButton>
      </Group>
    </Stack>
  );
}
