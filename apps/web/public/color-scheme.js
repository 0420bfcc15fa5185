// Sets the colour scheme before the first paint, and again when the device's own scheme changes. A separate file,
// because the content security policy of the workspace allows no inline script. The workspace's theme switch writes
// the key.
(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    var chosen;
    try {
      chosen = localStorage.getItem('caredrop.color-scheme');
    } catch (error) {
      chosen = null;
    }
    var scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }
  apply();
  // Safari before 14 has no `addEventListener` here.
  if (dark.addEventListener) dark.addEventListener('change', apply);
})();
