// What the guide shows at each moment. `draw` is called once per frame and returns a text that identifies what it drew.
(() => {
  const scale = 440 / 390;
  const element = (id) => document.getElementById(id);
  let steps = [];
  let pictures = {};

  globalThis.prepare = async (guideSteps, shown, font) => {
    steps = guideSteps;
    pictures = shown;
    const face = new FontFace('Inter Variable', `url(data:font/woff2;base64,${font})`, { weight: '100 900' });
    document.fonts.add(await face.load());
  };

  /** A point on the link in the text message, in CSS pixels of a screenshot. */
  const link = () => {
    const [line] = element('link').getClientRects();
    const phone = element('picture').parentElement.getBoundingClientRect();
    return { x: (line.left - phone.left + 120) / scale, y: (line.bottom - phone.top - 8) / scale };
  };

  /** Eases between two values, from the time `start` and for `at` seconds; `value` is the current time. */
  const move = (at, from, to, start, value) => {
    const part = Math.min(1, Math.max(0, (value - start) / at));
    return from + (to - from) * part * part * (3 - 2 * part);
  };

  // Per step: what the phone shows at `t` seconds into it. `tap` is a point in the screenshot or the link in the
  // message; `scroll` is in CSS pixels of the screenshot.
  const scenes = [
    () => ({ title: true }),
    (t) => ({ message: true, tap: t > 2.5 && t < 4.4 ? 'link' : null }),
    () => ({ picture: 'ready', scroll: 0 }),
    (t) => ({
      picture: 'ready',
      scroll: move(1, 0, 170, 0.3, t),
      tap:
        t > 2 && t < 3.6
          ? pictures.ready.taps['Take a photo']
          : t > 4.2 && t < 5.8
            ? pictures.ready.taps['Choose a file']
            : null,
    }),
    (t) => ({
      picture: 'chosen',
      scroll: 170,
      tap: t > 3 && t < 4.6 ? pictures.chosen.taps['Change'] : null,
    }),
    (t) => ({ picture: t < 1.5 ? 'chosen' : 'commented', scroll: move(1, 170, 260, 0.2, t) }),
    (t) =>
      t < 2
        ? {
            picture: 'commented',
            scroll: move(0.8, 260, 360, 0, t),
            tap: t > 0.9 ? pictures.commented.taps['Upload Document'] : null,
          }
        : { picture: 'sending', scroll: 0, bar: move(3, 0, 0.95, 2.2, t) },
    (t) => ({
      picture: 'done',
      scroll: move(1, 0, 400, 2, t),
      tap: t > 3.2 && t < 4.8 ? pictures.done.taps['Save receipt'] : null,
    }),
  ];

  globalThis.draw = async (seconds) => {
    const number = Math.max(
      0,
      steps.findIndex((step) => seconds < step.to),
    );
    const scene = scenes[number](seconds - steps[number].from);
    element('number').textContent = number === 0 ? '' : String(number);
    element('number').style.display = number === 0 ? 'none' : '';
    element('heading').textContent = steps[number].title;
    element('title').style.display = scene.title ? '' : 'none';
    element('message').style.display = scene.message ? '' : 'none';
    await show(scene);
    return JSON.stringify([number, scene]);
  };

  async function show({ picture, scroll = 0, tap, bar }) {
    const image = element('picture');
    image.style.display = picture ? '' : 'none';
    if (picture && image.dataset.name !== picture) {
      image.dataset.name = picture;
      image.src = pictures[picture].url;
      await image.decode();
    }
    // Not beyond the end of the screenshot.
    const most = Math.max(0, image.naturalHeight / 2 - 624 / scale);
    const top = Math.min(scroll, most);
    image.style.transform = `translateY(${-top * scale}px)`;
    if (tap === 'link') tap = link();
    place('tap', tap && { x: tap.x * scale, y: (tap.y - (picture ? top : 0)) * scale });
    fillBar(bar, top);
  }

  function place(id, at) {
    element(id).style.display = at ? '' : 'none';
    if (at) Object.assign(element(id).style, { left: `${at.x}px`, top: `${at.y}px` });
  }

  /** Draws a moving bar over the page's own progress bar in the screenshot. */
  function fillBar(part, top) {
    const box = pictures.sending?.bar;
    const bar = element('bar');
    bar.style.display = part && box ? '' : 'none';
    if (!part || !box) return;
    Object.assign(bar.style, {
      left: `${box.x * scale}px`,
      top: `${(box.y - top) * scale}px`,
      width: `${box.width * part * scale}px`,
      height: `${box.height * scale}px`,
    });
  }
})();
