// Checks the link while the page's own script is still loading, which saves a round trip on a slow
// connection. src/patient/link/link-prefetch.ts takes over the response. If the browser does not support this, or
// a program has altered the link (libs/contracts/src/link-value.ts), the page checks the link later.
(function () {
  var written = /[?&]token=([^&]+)/.exec(location.search);
  var token;
  try {
    token = written ? decodeURIComponent(written[1].replace(/\+/g, ' ')).trim() : history.state.linkToken;
  } catch (error) {
    token = null;
  }
  if (!/^[A-Za-z0-9]{43}$/.test(token) || !window.fetch || !window.AbortController) return;
  var controller = new AbortController();
  var response = fetch(location.origin + '/api/tokens/validate/' + encodeURIComponent(token), {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: controller.signal,
  });
  response.catch(function () {
    // The code that takes over the response handles the failure and checks again.
  });
  window.linkPrefetch = { token: token, response: response, controller: controller };
})();

// Loads Inter through a script-created style sheet, for the reason given in vite/inline-parts.ts, which inserts the
// rule here. `font-display: optional` keeps the system font if Inter arrives late.
(function () {
  if (!document.adoptedStyleSheets) return;
  try {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync('@font-face');
    document.adoptedStyleSheets = [sheet];
  } catch (error) {
    // The page keeps the system font.
  }
})();

// Runs three seconds after loading. If the page's script has not run by then (the browser is too old, or the script did
// not load), shows the form that needs no JavaScript if the link is still in the URL, otherwise an error message. If
// it has run, shows the message only once the catalogue has failed to load. Plain ES5, so that it runs in old browsers.
(function () {
  function explain() {
    var starting = document.getElementById('starting');
    if (!starting) return;
    // Only a page that has started can switch languages.
    document.querySelector('.language').hidden = true;
    var plain = document.querySelector('body noscript');
    var form = plain && /[?&](amp;)?token=/i.test(location.search) && plain.textContent;
    if (form) {
      document.getElementById('root').innerHTML = '';
      document.body.insertAdjacentHTML('afterbegin', form);
      return;
    }
    starting.innerHTML = document.getElementById('not-started').innerHTML;
    starting.setAttribute('role', 'alert');
  }
  function check() {
    if (window.pageStart) window.pageStart.catch(explain);
    else explain();
  }
  window.addEventListener('load', function () {
    setTimeout(check, 3000);
  });
})();
