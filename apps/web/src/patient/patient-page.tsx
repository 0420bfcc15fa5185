import { useReducer, useState } from 'react';
import { reduce, startState, type Invalid, type PageState } from './page-state.js';
import { GuideDialog } from './guide/guide-dialog.js';
import { wasReceivedHere } from './receipt/received-here.js';
import { usableStorage } from './storage.js';
import { InvalidLink } from './ui/invalid-link.js';
import { SendingView } from './ui/sending-view.js';
import { Shell } from './ui/shell.js';
import { Success } from './ui/success.js';
import { Toasts } from './ui/toasts.js';
import { UnreachableLink } from './ui/unreachable-link.js';
import { UploadForm } from './ui/upload-form.js';
import { UsedLink } from './ui/used-link.js';
import { Validating } from './ui/validating.js';
import { useFileChoice } from './use-file-choice.js';
import { useLinkCheck } from './use-link-check.js';
import { useSending } from './use-sending.js';
import { useToasts } from './use-toasts.js';

interface Props {
  token: string | null;
  clinicName: string;
}

/** The page behind a link, one screen at a time, from validating to the receipt. */
export function PatientPage({ token, clinicName }: Props) {
  const [state, dispatch] = useReducer(reduce, token, startState);
  const { toasts, show } = useToasts();
  const [guideOpen, setGuideOpen] = useState(false);
  const checkAgain = useLinkCheck(token, dispatch);
  const send = useSending(token ?? '', dispatch, show);
  const { choose, mend } = useFileChoice(dispatch);

  const view = (shown: PageState) => {
    switch (shown.phase) {
      case 'validating':
        return <Validating />;
      case 'invalid':
        return <EndedLink state={shown} token={token} onCheckAgain={checkAgain} />;
      case 'ready':
        return (
          <UploadForm
            state={shown}
            clinicName={clinicName}
            onGuide={() => setGuideOpen(true)}
            onFiles={(files) => void choose(files)}
            onMend={(chosen, remedy) => void mend(chosen, remedy)}
            onComment={(comment) => dispatch({ type: 'commented', comment })}
            onSend={() => void send(shown)}
          />
        );
      case 'sending':
        return <SendingView state={shown} clinicName={clinicName} />;
      case 'success':
        return <Success receipt={shown.receipt} clinicName={clinicName} />;
    }
  };

  return (
    <>
      <Shell clinicName={clinicName} checking={state.phase === 'validating'}>
        {view(state)}
      </Shell>
      {guideOpen && <GuideDialog onClose={() => setGuideOpen(false)} />}
      <Toasts toasts={toasts} />
    </>
  );
}

interface EndedLinkProps {
  state: Invalid;
  token: string | null;
  onCheckAgain: () => void;
}

/** A link that takes no document now: not checked, used, or rejected for another reason. */
function EndedLink({ state, token, onCheckAgain }: EndedLinkProps) {
  const { refusal } = state;
  const { receipt, again } = refusal;
  if (again) return <UnreachableLink refusal={refusal} onCheckAgain={onCheckAgain} />;
  if (!receipt) return <InvalidLink refusal={refusal} />;
  const own = wasReceivedHere(usableStorage('localStorage'), token ?? '', receipt.receivedAt);
  return <UsedLink state={state} refusal={{ ...refusal, receipt }} own={own} />;
}
