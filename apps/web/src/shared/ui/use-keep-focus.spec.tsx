import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useKeepFocus } from './use-keep-focus.js';

function Rows({ names }: { names: string[] }) {
  const keepFocus = useKeepFocus();
  return (
    <>
      <div {...keepFocus} data-testid="rows">
        {names.map((name) => (
          <button key={name}>{name}</button>
        ))}
      </div>
      <p>elsewhere</p>
    </>
  );
}

it('a part takes the focus when the focused button in it is removed', async () => {
  const { rerender } = render(<Rows names={['one', 'two']} />);
  await userEvent.click(screen.getByRole('button', { name: 'one' }));
  rerender(<Rows names={['two']} />);
  expect(screen.getByTestId('rows')).toHaveFocus();
});

it('a part does not take the focus back when it is rendered after a click elsewhere on the page', async () => {
  const { rerender } = render(<Rows names={['one', 'two']} />);
  await userEvent.click(screen.getByRole('button', { name: 'one' }));
  await userEvent.click(screen.getByText('elsewhere'));
  rerender(<Rows names={['one', 'two', 'three']} />);
  expect(document.body).toHaveFocus();
});
