import { Button, Group, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { uploadLink } from '../../shared/config/paths.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { QrCode } from '../../shared/ui/qr-code.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { dialogCopy as copy } from './dialog-copy.js';
import classes from './sheet-dialog.module.css';
import { useSheetQuery } from './token-changes.api.js';
import type { TokenInHand } from './token-dialogs.js';

interface Props {
  token: TokenInHand;
  onClose: () => void;
}

/** The link as a QR code on a sheet in the patient's language: to be scanned from the screen, or printed. */
export function SheetDialog({ token, onClose }: Props) {
  const { data: sheet, error, isFetching, refetch } = useSheetQuery(token.id);
  const link = uploadLink(token.token);
  return (
    <Dialog opened title={copy.sheet.title} size="lg" onClose={onClose}>
      {sheet && (
        <Stack gap={16}>
          <div className={classes.sheet} lang={sheet.language} dir={sheet.direction}>
            <h2>{sheet.title}</h2>
            <p>
              <bdi>{sheet.reference}</bdi>
            </p>
            <ol>
              <li>
                {sheet.scan}
                <QrCode text={link} name={copy.sheet.code} />
              </li>
              <li>{sheet.send}</li>
            </ol>
            <p>
              <strong>{sheet.until}</strong>
            </p>
            {sheet.help && <p>{sheet.help}</p>}
            <p className={classes.address}>
              {sheet.type} <code dir="ltr">{link}</code>
            </p>
          </div>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {copy.sheet.close}
            </Button>
            <Button
              data-autofocus
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {copy.sheet.print}
            </Button>
          </Group>
        </Stack>
      )}
      {!sheet && isFetching && <ListSkeleton />}
      {!sheet && error && !isFetching && (
        <ErrorState what={copy.sheet.what} error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
