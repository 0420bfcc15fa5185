import { messages } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { copyText } from '../../shared/lib/copy-text.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import classes from './second-factor.module.css';

const FILE_NAME = 'caredrop-recovery-codes.txt';
const iconSize = 18;

function sheetOf(codes: string[]): string {
  const head = copy.recoveryCodes.fileHeading(window.location.host);
  return `${[head, copy.recoveryCodes.fileHint, '', ...codes].join('\n')}\n`;
}

/** Shows the codes once, to be copied, saved as a file, or printed. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const copyAll = async () => {
    if (await copyText(sheetOf(codes))) toast.success(messages.link.copiedShort);
    else toast.warning(copy.recoveryCodes.noClipboard);
  };
  return (
    <Stack gap={16}>
      <Notice tone="warning">{copy.recoveryCodes.keep}</Notice>
      <div className={classes.sheet}>
        <p className={classes.plain}>{copy.recoveryCodes.hint}</p>
        <ul className={classes.codes} aria-label={copy.recoveryCodes.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCopy size={iconSize} aria-hidden="true" />}
          onClick={() => void copyAll()}
        >
          {copy.recoveryCodes.copy}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={iconSize} aria-hidden="true" />}
          onClick={() => saveBlob(new Blob([sheetOf(codes)], { type: 'text/plain' }), FILE_NAME)}
        >
          {copy.recoveryCodes.download}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={iconSize} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {copy.recoveryCodes.print}
        </Button>
      </div>
      <Button data-autofocus onClick={onDone}>
        {copy.recoveryCodes.done}
      </Button>
    </Stack>
  );
}
