import { messages } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { copyText } from '../../shared/lib/copy-text.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import classes from './second-factor.module.css';

const FILE_NAME = 'caredrop-recovery-codes.txt';
const iconSize = 18;

function sheetOf(codes: string[]): string {
  const head = `Caredrop recovery codes for ${window.location.host}`;
  const how = 'Each lets you sign in once, with your password, when you do not have your phone.';
  return `${[head, how, '', ...codes].join('\n')}\n`;
}

/** The only time the codes are shown: to be copied, saved as a file, or printed. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const copy = async () => {
    if (await copyText(sheetOf(codes))) toast.success(messages.link.copiedShort);
    else toast.warning('Your browser did not let us use the clipboard: write the codes down or print them.');
  };
  return (
    <Stack gap={16}>
      <Notice tone="warning">
        Keep these where you can find them without your phone. They are not shown again.
      </Notice>
      <div className={classes.sheet}>
        <p className={classes.plain}>
          Each recovery code lets you sign in once, with your password, when you do not have your phone.
        </p>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCopy size={iconSize} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={iconSize} aria-hidden="true" />}
          onClick={() => saveBlob(new Blob([sheetOf(codes)], { type: 'text/plain' }), FILE_NAME)}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={iconSize} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <Button data-autofocus onClick={onDone}>
        I have kept them
      </Button>
    </Stack>
  );
}
