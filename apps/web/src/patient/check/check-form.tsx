import { patientLimits } from '@caredrop/contracts/limits';
import { formatMoment, loadCheckCopy, type CheckCopy } from '@caredrop/patient-copy';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { randomKey } from '../../shared/lib/random-key.js';
import { useCopy } from '../copy-context.js';
import type { Link, Rejection } from '../link/link-verdict.js';
import { explainRejection, validateLink } from '../link/validate-link.js';
import { ContactLine } from '../ui/contact-line.js';
import { useFocusOnShow } from '../ui/use-focus.js';
import { readDate, type Box, type TypedDate } from './birth-date.js';
import type { LinkCheck } from './link-check.js';
import type { OpenedCheck } from './open-check.js';
import { proofPlace, proofStorage } from './patient-proof.js';
import { sendBirthDate } from './send-birth-date.js';

interface Props {
  token: string;
  check: OpenedCheck;
  /**
   * Receives the link when it was validated again: its check is passed, and the link has details such as the instructions,
   * or the check has another state.
   */
  onLink: (link: Link) => void;
  /** The link can no longer be used. */
  onEnded: (rejection: Rejection) => void;
}

/** The state of the check after the last date, as long as `from` is the latest validation of the link. */
interface Changed {
  from: OpenedCheck;
  check: LinkCheck;
}

interface Problem {
  text: string;
  /** The box to correct; null for the whole date. */
  box: Box | null;
}

/** At this number or below, the page shows how many attempts are left. */
const fewTries = 3;
const waitMs = patientLimits.checkWaitMinutes * 60_000;
const boxes: Box[] = ['day', 'month', 'year'];
const empty: TypedDate = { day: '', month: '', year: '' };

/** Asks for the date of birth, or explains why it cannot be entered now. */
export function CheckForm(props: Props) {
  const copy = useCheckCopy(props.check.copy);
  const [changed, setChanged] = useState<Changed>({ from: props.check, check: props.check });
  // A later validation of the link is newer than the response to the last date.
  const check = changed.from === props.check ? changed.check : props.check;
  const setCheck = (next: LinkCheck) => setChanged({ from: props.check, check: next });
  if (check.state === 'locked') return <Locked {...props} copy={copy} />;
  if (check.state === 'waiting') {
    const again = () => setCheck({ ...check, state: 'needed', waitsUntil: null });
    return <Waiting key={check.waitsUntil} check={check} copy={copy} onAgain={again} />;
  }
  return <Question {...props} copy={copy} onStopped={setCheck} />;
}

/**
 * Returns the copy in the language of the page, or in the previous language while it loads or when it cannot be loaded.
 */
function useCheckCopy(first: CheckCopy): CheckCopy {
  const language = useCopy().language.id;
  const [copy, setCopy] = useState(first);
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: CheckCopy) => {
      if (isWanted) setCopy(loaded);
    };
    loadCheckCopy(language).then(show, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [language]);
  return copy;
}

interface StoppedProps {
  heading: string;
  text: string;
  initials: string;
  copy: CheckCopy;
  children?: ReactNode;
}

function Stopped({ heading, text, initials, copy, children }: StoppedProps) {
  const title = useFocusOnShow<HTMLHeadingElement>();
  return (
    <>
      <IconLock className="page-icon muted" size={40} stroke={1.75} aria-hidden="true" />
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      <p className="lead" role="status">
        {text}
      </p>
      {children}
      <p className="muted">{copy.notMe({ initials })}</p>
      <ContactLine />
    </>
  );
}

function Locked({ copy, ...props }: Props & { copy: CheckCopy }) {
  const { next, unreachable } = useCopy();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const checkAgain = async () => {
    if (busy) return;
    setBusy(true);
    setFailed(!(await validateAgain(props)));
    setBusy(false);
  };
  return (
    <Stopped
      heading={copy.locked.heading()}
      text={copy.locked.text()}
      initials={props.check.initials}
      copy={copy}
    >
      {failed && (
        <p className="problem" role="alert">
          {next.network()}
        </p>
      )}
      <button type="button" className="button" aria-disabled={busy} onClick={() => void checkAgain()}>
        {busy ? copy.checking() : unreachable.checkAgain()}
      </button>
    </Stopped>
  );
}

/** Validates the link and reports its new state. Returns false if it could not be validated. */
async function validateAgain({ token, onLink, onEnded }: Props): Promise<boolean> {
  const verdict = await validateLink(token, new AbortController().signal);
  if (verdict.kind === 'accepted') onLink(verdict.link);
  else if (verdict.rejection.again) return false;
  else onEnded(verdict.rejection);
  return true;
}

/** A slow phone clock must not prolong the wait: `since` is from a clock that is never adjusted. */
const isOver = (until: number, since: number) => until <= Date.now() || performance.now() - since >= waitMs;

function Waiting({ check, copy, onAgain }: { check: LinkCheck; copy: CheckCopy; onAgain: () => void }) {
  const pageCopy = useCopy();
  const until = Date.parse(check.waitsUntil ?? '') || 0;
  const [since] = useState(() => performance.now());
  const [over, setOver] = useState(() => isOver(until, since));
  useEffect(() => {
    const timer = setInterval(() => setOver(isOver(until, since)), 1_000);
    return () => clearInterval(timer);
  }, [until, since]);
  const time = check.waitsUntil === null ? '' : formatMoment(pageCopy, check.waitsUntil);
  return (
    <Stopped
      heading={copy.waiting.heading()}
      text={copy.waiting.text({ time })}
      initials={check.initials}
      copy={copy}
    >
      {over && (
        <button type="button" className="button primary" onClick={onAgain}>
          {copy.waiting.again()}
        </button>
      )}
    </Stopped>
  );
}

interface QuestionProps extends Props {
  copy: CheckCopy;
  onStopped: (check: LinkCheck) => void;
}

/** Three boxes, as on the forms of GOV.UK and the NHS; a date picker makes 1948 hard to reach. */
function Question({ copy, onStopped, ...props }: QuestionProps) {
  const { token, check, onEnded } = props;
  const { language } = useCopy();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const [typed, setTyped] = useState(empty);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const inputs = useRef<Partial<Record<Box, HTMLInputElement | null>>>({});

  const reject = (found: Problem) => {
    setProblem(found);
    inputs.current[found.box ?? 'day']?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const read = readDate(typed, language.tag, new Date());
    if ('problem' in read) {
      const box = read.problem === 'missing' ? null : read.box;
      return reject({ text: copy.problem[read.problem](), box });
    }
    setBusy(true);
    const browser = randomKey();
    const outcome = await sendBirthDate(token, read.date, browser);
    if (outcome.kind === 'passed') {
      const headers = { 'X-Patient-Browser': browser, 'X-Patient-Proof': outcome.proof };
      proofStorage.setItem(proofPlace, JSON.stringify(headers));
      if (await validateAgain(props)) return;
    }
    if (outcome.kind === 'ended') return onEnded(await explainRejection(token, outcome.rejection));
    setBusy(false);
    if (outcome.kind === 'failed' || outcome.kind === 'passed')
      return reject({ text: copy.problem.failed(), box: null });
    if (outcome.check.state !== 'needed') return onStopped(outcome.check);
    const left = outcome.left <= fewTries ? ` ${copy.left({ left: outcome.left })}` : '';
    reject({ text: copy.problem.wrong() + left, box: null });
  };

  return (
    <form className="birth-date" noValidate onSubmit={(event) => void submit(event)}>
      <h1 ref={heading} tabIndex={-1}>
        {copy.for({ initials: check.initials })}
      </h1>
      <p className="lead">{copy.why()}</p>
      <fieldset aria-describedby="birth-date-hint birth-date-problem">
        <legend>{copy.question()}</legend>
        <p id="birth-date-hint" className="muted">
          {copy.hint()}
        </p>
        <p id="birth-date-problem" className="problem" role="alert">
          {problem?.text}
        </p>
        <div className="boxes">
          {boxes.map((box) => (
            <label key={box} className={box}>
              {copy[box]()}
              <input
                ref={(element) => void (inputs.current[box] = element)}
                name={`bday-${box}`}
                autoComplete={`bday-${box}`}
                inputMode="numeric"
                type="text"
                dir="ltr"
                value={typed[box]}
                aria-invalid={problem !== null && (problem.box ?? box) === box}
                onChange={({ currentTarget: { value } }) => {
                  setTyped({ ...typed, [box]: value });
                }}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? copy.checking() : copy.continue()}
      </button>
      <p className="muted">{copy.notMe({ initials: check.initials })}</p>
      <ContactLine />
    </form>
  );
}
