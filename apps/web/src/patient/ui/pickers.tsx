import { IconCamera, IconFile } from '@tabler/icons-react';
import { useCopy } from '../copy-context.js';

/** Two large buttons: take a photo, or choose a file. */
export function Pickers({ onOpen }: { onOpen: (camera: boolean) => void }) {
  const { form } = useCopy();
  return (
    <>
      <div className="pickers">
        <button type="button" className="button primary large" onClick={() => onOpen(true)}>
          <IconCamera size={24} stroke={1.75} aria-hidden="true" />
          {form.takePhoto()}
        </button>
        <button type="button" className="button large" onClick={() => onOpen(false)}>
          <IconFile size={24} stroke={1.75} aria-hidden="true" />
          {form.chooseFile()}
        </button>
      </div>
      <p className="drop-hint">{form.dropHint()}</p>
    </>
  );
}
