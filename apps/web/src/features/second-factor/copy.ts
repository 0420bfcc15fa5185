/** The text of the second factor's screens and dialogs. */
export const copy = {
  goOn: 'Continue',
  checking: 'Checking...',
  cancel: 'Cancel',
  loading: 'Loading',
  setUp: 'Set up a second factor',
  replace: 'Use another phone',
  renew: 'Make new recovery codes',
  turnOff: 'Turn off',
  keepCodes: 'Keep your recovery codes',
  confirm: {
    title: 'Confirm that it is you',
    why: (withCode: boolean) =>
      `You signed in a while ago. Enter your password${withCode ? ' and a code' : ''} to go on. You will not be asked again for a few minutes.`,
    what: 'How you sign in',
  },
  codeForm: {
    code: 'Code',
    codeHint: 'Six digits from the app.',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'One of those you kept, such as abcde-12345.',
  },
  proveForm: {
    password: 'Password',
    showCharacters: 'Show characters',
    code: 'Code',
    codeHint: 'From the app you use now, or a recovery code.',
  },
  recoveryCodes: {
    fileHeading: (host: string) => `Caredrop recovery codes for ${host}`,
    fileHint: 'Each lets you sign in once, with your password, when you do not have your phone.',
    noClipboard: 'Your browser did not let us use the clipboard: write the codes down or print them.',
    keep: 'Keep these where you can find them without your phone. They are not shown again.',
    hint: 'Each recovery code lets you sign in once, with your password, when you do not have your phone.',
    list: 'Recovery codes',
    copy: 'Copy',
    download: 'Download',
    print: 'Print',
    done: 'I have kept them',
  },
  renewDialog: {
    effect: 'The codes you have now stop working as soon as there are new ones.',
    submit: 'Make new codes',
    unknown:
      'Your old recovery codes may no longer work. Make new ones again, with the next code from the app.',
  },
  section: {
    title: 'Second factor',
    what: 'Your second factor',
    off: 'Not set up. With it, signing in takes a code from an app on your phone as well as your password, so that a stolen password is not enough.',
    status: 'Status',
    on: 'On',
    since: 'Since',
    codesLeft: 'Recovery codes left',
    fewCodes: 'Few recovery codes are left. Make new ones before you need them.',
    required: 'Your clinic asks for it, so it stays on.',
  },
  signIn: {
    useApp: 'Use the app instead',
    useRecoveryCode: 'Use a recovery code instead',
    startAgain: 'Sign in as somebody else',
  },
  setUpApp: {
    noClipboard: 'Your browser did not let us use the clipboard: type the key by hand.',
    qrCode: 'QR code for your authenticator app',
    scan: 'Scan this with an authenticator app on your phone. Any app for one-time codes will do.',
    noCamera: 'No camera? Type this key into the app:',
    copyKey: 'Copy the key',
  },
  setUpDialog: {
    replacing: 'The phone you use now works until the new one has given its first code.',
    first: 'Signing in will take a code from an app on your phone as well as your password.',
    unknown:
      'The second factor may be on. Close this dialog: if the page shows that it is, make new recovery codes, because you have not seen yours.',
    replacingUnknown:
      'The new phone may be in use, and your old recovery codes may no longer work. Close this dialog and make new ones with the next code from the new phone: if it is refused, the old phone is still in use.',
  },
  turnOffDialog: {
    title: 'Turn off the second factor?',
    effect:
      'Your password alone will be enough to sign in, for you and for anybody who finds it out. Your recovery codes stop working.',
    unknown: 'The second factor may be off. Close this dialog to see whether it is.',
  },
} as const;
