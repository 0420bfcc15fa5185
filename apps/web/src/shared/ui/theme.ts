import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const drop: MantineColorsTuple = [
  '#e3f1f0',
  '#c4e2e0',
  '#96cbc8',
  '#5ccbc4',
  '#2fb3ac',
  '#178f8b',
  '#0e7a78',
  '#0b6b6b',
  '#0a5f5f',
  '#084b4b',
];

/** Filled buttons take their colours from tokens.css, so that both schemes keep a contrast of at least 4.5:1. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return resolved;
  const kind = input.color === 'red' ? 'danger' : 'accent';
  return {
    ...resolved,
    background: `var(--cd-${kind})`,
    hover: `var(--cd-${kind}-hover)`,
    color: `var(--cd-on-${kind})`,
  };
};

const shared = {
  '--mantine-color-body': 'var(--cd-surface)',
  '--mantine-color-text': 'var(--cd-text)',
  '--mantine-color-dimmed': 'var(--cd-muted)',
  '--mantine-color-placeholder': 'var(--cd-muted)',
  '--mantine-color-anchor': 'var(--cd-accent-text)',
  '--mantine-color-error': 'var(--cd-danger)',
  '--mantine-color-default': 'var(--cd-surface)',
  '--mantine-color-default-hover': 'var(--cd-accent-soft)',
  '--mantine-color-default-border': 'var(--cd-control)',
  '--mantine-color-default-color': 'var(--cd-text)',
  '--mantine-color-drop-filled': 'var(--cd-accent)',
  '--mantine-color-drop-light-color': 'var(--cd-accent-text)',
  '--mantine-color-drop-outline': 'var(--cd-accent-text)',
  '--mantine-color-drop-text': 'var(--cd-accent-text)',
  '--mantine-color-red-light-color': 'var(--cd-danger)',
  '--mantine-color-red-outline': 'var(--cd-danger)',
  '--mantine-color-red-text': 'var(--cd-danger)',
  '--mantine-color-drop-filled-hover': 'var(--cd-accent-hover)',
  '--mantine-primary-color-filled': 'var(--cd-accent)',
  '--mantine-primary-color-filled-hover': 'var(--cd-accent-hover)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });

export const theme = createTheme({
  primaryColor: 'drop',
  colors: { drop },
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { md: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  components: {
    TextInput: { defaultProps: { withAsterisk: false, size: 'md' } },
    PasswordInput: { defaultProps: { withAsterisk: false, size: 'md' } },
    Textarea: { defaultProps: { withAsterisk: false, size: 'md' } },
    NativeSelect: { defaultProps: { withAsterisk: false, size: 'md' } },
    NumberInput: { defaultProps: { withAsterisk: false, size: 'md' } },
    Button: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 10, transitionProps: { duration: 140 } } },
    Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: false } } },
  },
});
