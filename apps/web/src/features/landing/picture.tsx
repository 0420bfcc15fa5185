import { IconCamera, IconCheck, IconFileText, IconLink } from '@tabler/icons-react';
import { copy } from './copy.js';
import classes from './picture.module.css';

/** A small drawing of the three steps: the clinic's link, the patient's phone, the received document. */
export function Picture() {
  return (
    <div className={classes.picture} role="img" aria-label={copy.picture.label}>
      <div className={classes.sheet} aria-hidden="true">
        <div className={classes.caption}>{copy.picture.clinic}</div>
        <div className={classes.linkLine}>
          <IconLink size={18} stroke={1.75} />
          <span>{copy.picture.link}</span>
          <em>{copy.picture.linkState}</em>
        </div>
        <div className={classes.arrived}>
          <IconFileText size={22} stroke={1.5} />
          <div>
            <b>{copy.picture.file}</b>
            <small>{copy.picture.fileFacts}</small>
          </div>
          <IconCheck size={20} stroke={2} className={classes.check} />
        </div>
        <div className={classes.letter}>
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
      <div className={classes.phone} aria-hidden="true">
        <div className={classes.screen}>
          <b>{copy.picture.upload}</b>
          <small>{copy.picture.reference}</small>
          <span className={classes.choice}>
            <IconCamera size={18} stroke={1.75} /> {copy.picture.takePhoto}
          </span>
          <span className={classes.bar} />
        </div>
      </div>
    </div>
  );
}
