import type { Page } from '@playwright/test';

/**
 * What is wrong with the layout of the visible page or dialog, as sentences: text outside the screen or its
 * box, text that is cut off, and texts on top of each other.
 */
export const layoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tolerance = 1.5;
    const { documentElement: root } = document;
    const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')];
    const top = dialogs.at(-1) ?? document.body;
    const width = root.clientWidth;

    /** Whether a text is on top of others on purpose, like the label of the sticky Upload button. */
    const isFloating = ({ parentElement }: Node) =>
      parentElement !== null && getComputedStyle(parentElement).position === 'sticky';

    interface Line {
      text: string;
      node: Node;
      box: DOMRect;
    }

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.unseen, .toasts, svg, noscript, template, option');

    const lines: Line[] = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (text === '' || !node.parentElement || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A long file name is cut off after three lines on purpose; the element contains all of it.
      const end = node.parentElement.closest('.file-name')?.getBoundingClientRect().bottom ?? Infinity;
      for (const box of range.getClientRects())
        if (box.width > 0 && box.top < end - tolerance) lines.push({ text, node, box });
    }

    const problems: string[] = [];
    if (root.scrollWidth > width) problems.push(`the page is ${root.scrollWidth} px wide on ${width} px`);
    for (const { text, node, box } of lines) {
      if (box.left < -tolerance || box.right > width + tolerance) problems.push(`off the screen: ${text}`);
      const around = node.parentElement!.closest('button, a, label, li, p, dd, dt, h1, h2, .card, .dialog');
      const frame = around?.getBoundingClientRect();
      if (frame && (box.left < frame.left - tolerance || box.right > frame.right + tolerance))
        problems.push(`outside its ${around!.tagName.toLowerCase()}: ${text}`);
    }

    for (const element of top.querySelectorAll<HTMLElement>('*')) {
      if (!isShown(element) || !element.textContent?.trim() || element.closest('textarea, select')) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (cuts(overflowX) && element.scrollWidth > element.clientWidth + tolerance)
        problems.push(`cut off at the side: ${element.textContent}`);
      if (
        cuts(overflowY) &&
        element.scrollHeight > element.clientHeight + tolerance &&
        !element.matches('.file-name')
      )
        problems.push(`cut off below: ${element.textContent}`);
    }

    /** Boxes contain the space above and below the letters, which may overlap. */
    const inner = ({ left, right, top: above, bottom }: DOMRect) => {
      const margin = (bottom - above) * 0.2;
      return { left, right, top: above + margin, bottom: bottom - margin };
    };
    lines.forEach((one, index) => {
      const a = inner(one.box);
      for (const other of lines.slice(index + 1)) {
        if (other.node === one.node || isFloating(one.node) !== isFloating(other.node)) continue;
        const b = inner(other.box);
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > tolerance && down > tolerance)
          problems.push(`on top of each other: ${one.text} / ${other.text}`);
      }
    });
    return [...new Set(problems)];
  });
