import type { RequestTemplate } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { IconArchive, IconPencil, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { fullName } from '../../../shared/lib/format.js';
import { languageName } from '../../../shared/lib/language-name.js';
import { useNow } from '../../../shared/lib/use-now.js';
import { CountBadge } from '../../../shared/ui/badges.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { Page } from '../../../shared/ui/page.js';
import { RowActions, RowButton } from '../../../shared/ui/row-actions.js';
import { EmptyState, ListBody } from '../../../shared/ui/states.js';
import { NearTime } from '../../../shared/ui/values.js';
import { useTokenDefaultsQuery } from '../tokens.api.js';
import { copy } from './copy.js';
import { useRequestTemplatesQuery } from './request-templates.api.js';

const TemplateDialog = lazy(async () => ({
  default: (await import('./template-dialog.js')).TemplateDialog,
}));
const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog.js')).ArchiveDialog }));

/** /admin/request-templates */
export function RequestTemplates() {
  const languages = useTokenDefaultsQuery().data?.languages;
  const list = useRequestTemplatesQuery();
  const [writing, setWriting] = useState<RequestTemplate | 'new' | null>(null);
  const [archiving, setArchiving] = useState<RequestTemplate | null>(null);
  return (
    <Page
      title={copy.page.title}
      purpose={copy.page.purpose}
      action={
        <Button
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={!languages}
          onClick={() => setWriting('new')}
        >
          {copy.dialog.create.title}
        </Button>
      }
    >
      <ListBody list={list} what={copy.page.what}>
        {(templates, stale) => (
          <Rows templates={templates} stale={stale} onEdit={setWriting} onArchive={setArchiving} />
        )}
      </ListBody>
      <Suspense fallback={null}>
        {writing && languages && (
          <TemplateDialog
            template={writing === 'new' ? undefined : writing}
            current={list.data?.find(({ id }) => writing !== 'new' && id === writing.id)}
            languages={languages}
            onClose={() => setWriting(null)}
          />
        )}
        {archiving && <ArchiveDialog template={archiving} onClose={() => setArchiving(null)} />}
      </Suspense>
    </Page>
  );
}

interface RowsProps {
  templates: RequestTemplate[];
  stale: boolean;
  onEdit: (template: RequestTemplate) => void;
  onArchive: (template: RequestTemplate) => void;
}

function Rows({ templates, stale, onEdit, onArchive }: RowsProps) {
  const now = useNow();
  const columns: Column<RequestTemplate>[] = [
    {
      header: copy.columns.name,
      kind: 'main',
      cell: ({ name, items }) => (
        <div>
          <span style={{ fontWeight: 500 }}>{name}</span>
          {items && (
            <Text c="dimmed" size="xs">
              {copy.items(items.map(({ labels }) => labels[0]?.label ?? ''))}
            </Text>
          )}
        </div>
      ),
    },
    {
      header: copy.columns.languages,
      kind: 'wide',
      cell: ({ texts }) => texts.map(({ language }) => languageName(language)).join(', '),
    },
    { header: copy.columns.expiry, cell: ({ expiryDays }) => copy.days(expiryDays) },
    { header: copy.columns.reminders, cell: ({ reminders }) => copy.reminders(reminders) },
    {
      header: copy.columns.changed,
      cell: ({ changed_at, changed_by }) => (
        <span>
          <NearTime iso={changed_at} now={now} /> {copy.by(fullName(changed_by))}
        </span>
      ),
    },
    {
      header: copy.columns.actions,
      kind: 'actions',
      cell: (template) => (
        <RowActions>
          <RowButton name={copy.edit} icon={IconPencil} onClick={() => onEdit(template)} />
          <RowButton name={copy.archive} icon={IconArchive} danger onClick={() => onArchive(template)} />
        </RowActions>
      ),
    },
  ];
  if (templates.length === 0) return <EmptyState sentence={copy.page.empty} />;
  return (
    <>
      <div>
        <CountBadge count={templates.length} noun={copy.page.noun} />
      </div>
      <DataTable
        label={copy.page.table}
        columns={columns}
        rows={templates}
        idOf={({ id }) => id}
        stale={stale}
      />
    </>
  );
}
