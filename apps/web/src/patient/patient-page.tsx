import { useCallback, useEffect, useReducer, useRef, useState, type ReactNode } from 'react';
import { useCopy } from './copy-context.js';
import type { Languages } from './copy-root.js';
import { reduce, startState, type Invalid, type PageState } from './page-state.js';
import { sendLanguage } from './link/send-language.js';
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
import { useFilePart } from './use-file-part.js';
import { useLinkCheck } from './use-link-check.js';
import { useOpened } from './use-opened.js';
import { useKeep } from './use-keep.js';
import { useScan } from './use-scan.js';
import { useSending } from './use-sending.js';
import { useToasts } from './use-toasts.js';

interface Props {
  token: string | null;
  /** Null when none is configured. */
  clinicName: string | null;
  languages: Languages;
}

/** The page behind a link, one screen at a time, from validating to the receipt. */
export function PatientPage({ token, clinicName, languages }: Props) {
  const language = useCopy().language.id;
  const [state, dispatch] = useReducer(reduce, token, startState);
  const { toasts, show } = useToasts();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const checkAgain = useLinkCheck(token, dispatch, languages.offer);
  const shownState = useRef(state);
  shownState.current = state;
  const latest = useCallback(() => shownState.current, []);
  const { filePart, loadFilePart } = useFilePart(state.phase === 'ready');
  const whenSaved = useKeep(token, state, dispatch, loadFilePart);
  const scan = useScan(latest, dispatch, whenSaved);
  const { makeFile, camera, part } = scan;
  const { submit, cancel } = useSending({ token: token ?? '', latest, makeFile, dispatch, toast: show });
  const { choose, mend, supersede } = useFileChoice(dispatch, scan.addPhotos, loadFilePart);

  useLanguages(token, state, languages);
  useOpened(token, state.phase !== 'validating' && state.phase !== 'invalid');

  const open = (loading: Promise<ReactNode>) =>
    void loading.then(setDialog, () => show({ code: 'page_part_not_loaded' }));
  const close = () => setDialog(null);

  const view = (shown: PageState) => {
    switch (shown.phase) {
      case 'validating':
        return <Validating />;
      case 'invalid':
        return <EndedLink state={shown} token={token} onCheckAgain={checkAgain} />;
      case 'check':
        return (
          <shown.check.Form
            token={token ?? ''}
            check={shown.check}
            onLink={(link) => dispatch({ type: 'link accepted', link })}
            onEnded={(rejection) => dispatch({ type: 'link refused', rejection })}
          />
        );
      case 'ready':
        return (
          <UploadForm
            state={shown}
            clinicName={clinicName}
            scan={scan}
            filePart={filePart}
            onGuide={() => open(import('./dialogs.js').then((part) => part.guideDialog(language, close)))}
            onCant={() =>
              open(import('./dialogs.js').then((part) => part.cantDialog(language, token, shown.link, close)))
            }
            onLook={(look) =>
              open(import('./dialogs.js').then((part) => part.lookDialog(language, look, close)))
            }
            onFiles={(files, as) => void choose(files, as)}
            onMend={(chosen) => void mend(chosen)}
            onComment={(comment) => dispatch({ type: 'commented', comment })}
            onSend={() => void submit()}
            token={token ?? ''}
          />
        );
      case 'sending':
        return <SendingView state={shown} clinicName={clinicName} onCancel={cancel} />;
      case 'success':
        return <Success state={shown} token={token ?? ''} clinicName={clinicName} />;
    }
  };

  return (
    <>
      <Shell
        clinicName={clinicName}
        checking={state.phase === 'validating'}
        withContact={state.phase === 'ready'}
      >
        {view(state)}
      </Shell>
      {dialog}
      {camera !== undefined && part && state.phase === 'ready' && (
        <part.CameraDialog
          scanCopy={part.scanCopy}
          pages={state.pages}
          replaces={camera}
          onPhoto={(photo, replaces) => {
            // A file that was chosen earlier and is still being read would replace the page.
            supersede();
            return scan.takePhoto(photo, replaces);
          }}
          onChange={scan.changePages}
          onClose={scan.closeCamera}
          onRejected={scan.onCameraRefused}
        />
      )}
      <Toasts toasts={toasts} />
    </>
  );
}

/** Loads the rest of the copy that the form may need, and sends the clinic the language that the patient has chosen. */
function useLanguages(token: string | null, { phase }: PageState, { chosen, complete }: Languages): void {
  const isComplete = useCopy().changed !== undefined;
  const usable = phase === 'ready' || phase === 'sending';
  // Runs after every render, so that a failed attempt is repeated.
  useEffect(() => {
    if (usable && !isComplete) void complete();
  });
  useEffect(() => {
    if (usable && chosen) return sendLanguage(token!, chosen);
  }, [usable, chosen, token]);
}

interface EndedLinkProps {
  state: Invalid;
  token: string | null;
  onCheckAgain: () => void;
}

/** A link that cannot be used now: not checked, used, skipped, or rejected for another reason. */
function EndedLink({ state, token, onCheckAgain }: EndedLinkProps) {
  const { rejection } = state;
  const { receipt, again } = rejection;
  if (again) return <UnreachableLink rejection={rejection} onCheckAgain={onCheckAgain} />;
  if (!receipt)
    return rejection.request && !rejection.ended?.replacedAt ? (
      <rejection.request.Skipped {...rejection.request} token={token ?? ''} />
    ) : (
      <InvalidLink rejection={rejection} token={token} />
    );
  const own = wasReceivedHere(usableStorage('localStorage'), token ?? '', receipt.receivedAt);
  // What was chosen here may be what this browser sent from another tab, so the page says nothing about it.
  const isUnknown = own && state.chosen !== null && state.isReceived === undefined;
  return (
    <UsedLink
      state={isUnknown ? { ...state, chosen: null } : state}
      rejection={{ ...rejection, receipt }}
      own={own && !isUnknown}
      token={token ?? ''}
    />
  );
}
