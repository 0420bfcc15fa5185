// Says so when the patient page could not start: a browser too old for it, or a part that did not arrive. Then
// the form that needs no script is offered, if the link is still in the address (the page takes it out).
// Plain ES5 and a file of its own, so that it runs in such a browser and under the content security policy.
(function () {
  function explain() {
    var starting = document.getElementById('starting');
    if (!starting) return;
    var plain = document.getElementsByTagName('noscript')[0];
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
