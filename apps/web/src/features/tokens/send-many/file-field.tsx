import { Button, FileButton, Group, Stack } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { saveBlob } from '../../../shared/lib/save-blob.js';
import { copy } from './copy.js';
import { sampleCsv } from './sample-csv.js';
import classes from './send-many.module.css';

interface Props {
  /** Name, number of rows and unused columns of the file that was read. */
  read: { name: string; rows: number; ignored: string[] } | null;
  onFile: (file: File) => void;
}

const saveSample = () =>
  saveBlob(new Blob([sampleCsv(new Date())], { type: 'text/csv;charset=utf-8' }), copy.sample.name);

/** Takes the file from a dialog or by drag and drop. */
export function FileField({ read, onFile }: Props) {
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file) onFile(file);
    // Choosing the same file again, after it was corrected, must also count as a change.
    reset.current?.();
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <Stack gap={12}>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <FileButton onChange={choose} resetRef={reset} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button
              {...props}
              variant={read ? 'default' : 'filled'}
              leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden="true" />}
            >
              {read ? copy.file.other : copy.file.choose}
            </Button>
          )}
        </FileButton>
        <span className={classes.dropHint}>{copy.file.drop}</span>
      </div>
      {read && (
        <p className={classes.name} role="status">
          {copy.file.read(read.name, read.rows)}
        </p>
      )}
      {read && read.ignored.length > 0 && <p className={classes.help}>{copy.file.ignored(read.ignored)}</p>}
      {!read && (
        <>
          <p className={classes.help}>
            {copy.file.columns} {copy.file.due}
          </p>
          <Group>
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
              onClick={saveSample}
            >
              {copy.file.sample}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
