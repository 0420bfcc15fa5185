import { patientLimits } from '@caredrop/contracts/limits';
import { commentLength } from '../comment-rules.js';
import type { Ready } from '../page-state.js';
import { useCopy } from '../copy-context.js';
import { Reason } from './reason.js';
import { useFocusOnAttention } from './use-focus.js';

/** Above this length, the field shows how many characters it contains. */
const countFrom = patientLimits.commentMax - 200;

/** The comment field; its error is shown below it and moves the focus to it. */
export function CommentField({ state, onComment }: { state: Ready; onComment: (comment: string) => void }) {
  const copy = useCopy();
  const { comment, commentProblem, attention } = state;
  const area = useFocusOnAttention<HTMLTextAreaElement>(commentProblem ? attention : 0);
  const length = commentLength(comment);
  return (
    <div className="field">
      <label htmlFor="comment">{copy.form.comment()}</label>
      <textarea
        id="comment"
        ref={area}
        rows={3}
        value={comment}
        aria-invalid={commentProblem !== null}
        aria-describedby="comment-note"
        onChange={(event) => onComment(event.target.value)}
      />
      <div id="comment-note">
        {commentProblem ? (
          <p className="problem">
            <span role="alert">
              <Reason of={commentProblem} />
            </span>
            <span className="advice">
              {copy.form.commentOver({ over: length - patientLimits.commentMax })}
            </span>
          </p>
        ) : (
          length > countFrom && (
            <p className="muted small">
              {copy.form.commentLength({ length, max: patientLimits.commentMax })}
            </p>
          )
        )}
      </div>
    </div>
  );
}
