// Asks about the link while the page's own script is still on its way: over a slow line that saves a whole trip.
// src/patient/link/early-ask.ts takes the answer over; a browser that cannot do this asks later.
(function () {
  var written = /[?&]token=([^&]+)/.exec(location.search);
  var token;
  try {
    token = written ? decodeURIComponent(written[1].replace(/\+/g, ' ')).trim() : history.state.linkToken;
  } catch (error) {
    token = null;
  }
  if (typeof token !== 'string' || token === '' || !window.fetch || !window.AbortController) return;
  var controller = new AbortController();
  var answer = fetch(location.origin + '/api/tokens/validate/' + encodeURIComponent(token), {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: controller.signal,
  });
  answer.catch(function () {
    // Whoever takes the answer over sees the failure and asks again.
  });
  window.earlyLinkAsk = { token: token, answer: answer, controller: controller };
})();

// Inter is 48 kB, which on a slow line come too late to be shown and keep the page's own script waiting: there the phone's
// own font stays. A browser that does not tell gets Inter. Not by the page's own style: why, vite/inline-parts.ts says,
// which writes the rule in here.
(function () {
  var rules = '@font-face';
  var line = navigator.connection;
  var slow = line && (line.saveData || line.effectiveType !== '4g' || line.downlink < 2.5);
  if (slow || !document.adoptedStyleSheets) return;
  try {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  } catch (error) {
    // The phone's own font stays.
  }
})();

// The first formatter of dates reads a locale's data, which takes a slow phone a fifth of a second: here, while the script
// is on its way, it has nothing else to do. The page makes its own from what has then been read.
(function () {
  if (!window.requestAnimationFrame || !window.Intl) return;
  requestAnimationFrame(function () {
    setTimeout(function () {
      new Intl.DateTimeFormat('en-GB', { month: 'short', timeZoneName: 'short' }).format();
    }, 0);
  });
})();

// Says so when the patient page could not start: a browser too old for it, or a part that did not arrive. Then
// the form that needs no script is offered, if the link is still in the address (the page takes it out).
// Plain ES5, so that it runs in such a browser.
(function () {
  function explain() {
    var starting = document.getElementById('starting');
    if (!starting) return;
    var plain = document.querySelector('body noscript');
    var form = plain && /[?&]token=/.test(location.search) && plain.textContent;
    if (form) {
      document.getElementById('root').innerHTML = '';
      document.body.insertAdjacentHTML('afterbegin', form);
      return;
    }
    starting.innerHTML =
      '<h1>This page could not start</h1>' +
      '<p>Please check that you are online and load the page again. If that does not help, open the link in ' +
      'another browser or on a newer phone, or ask your clinic for another way to send your document.</p>';
    starting.setAttribute('role', 'alert');
  }
  window.addEventListener('load', function () {
    setTimeout(explain, 3000);
  });
})();
